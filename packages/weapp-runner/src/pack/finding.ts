/** Fault of a build that WeChat's client would refuse or report. */
export interface Finding {
  readonly level: 'error' | 'warning'
  readonly file: string
  readonly message: string
}

export const describeFinding = (finding: Finding): string => `${finding.file}: ${finding.message}`

export class Findings {
  readonly all: Finding[] = []

  error(file: string, message: string): void {
    this.all.push({ level: 'error', file, message })
  }

  warning(file: string, message: string): void {
    this.all.push({ level: 'warning', file, message })
  }
}
