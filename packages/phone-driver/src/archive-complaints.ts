import { commandError } from './shell.ts'

/** What tar could not copy as it was, added up over its runs. */
export interface ArchiveComplaints {
  sockets: number
  readonly vanished: string[]
  readonly changed: string[]
}

type Note = (complaints: ArchiveComplaints, name: string) => void

/** Complaints of toybox and of GNU tar that a living phone causes. Anything else is an error. */
const KNOWN: readonly (readonly [RegExp, Note])[] = [
  [/^unknown file type '140000'$/, (found) => (found.sockets += 1)],
  [/^(.+): socket ignored$/, (found) => (found.sockets += 1)],
  [/^(.+): File shrank by \d+ bytes/, (found, name) => found.changed.push(name)],
  [/^(.+): file changed as we read it$/, (found, name) => found.changed.push(name)],
  [/^can't open '(.+)': No such file or directory$/, (found, name) => found.vanished.push(name)],
  [/^(.+): (?:File removed before we read it|No such file or directory)$/, (found, name) => found.vanished.push(name)],
  // Closing lines.
  [/^had errors$/, () => {}],
  [/^Exiting with failure status due to previous errors$/, () => {}],
]

/** Last word of toybox's tar: it ends in the middle of a file that became shorter while it was read, and does not name it. */
const SHORT_READ = /(?:^|\n)tar: short read\n*$/

/**
 * Throws unless tar succeeded, or failed with 1 and known complaints only. True when it ended because of a file that
 * became shorter.
 */
export function judgeTar(exitCode: number, stderr: string, complaints: ArchiveComplaints): boolean {
  const isShort = exitCode === 1 && SHORT_READ.test(stderr)
  const lines = stderr
    .replace(isShort ? SHORT_READ : '', '')
    .split('\n')
    .filter((line) => line !== '')
  const failure = () => commandError(['tar', '-c'], { exitCode, stdout: '', stderr })
  if (exitCode > 1 || (exitCode === 1 && lines.length === 0 && !isShort)) throw failure()
  for (const line of lines) {
    const text = line.replace(/^tar: /, '')
    const [pattern, note] = KNOWN.find(([known]) => known.test(text)) ?? []
    if (!pattern || !note) throw failure()
    note(complaints, pattern.exec(text)?.[1] ?? '')
  }
  return isShort
}
