import type { ApiCall, Report, ViewTraffic } from '../control.ts'
import { toPlain } from './serialise.ts'

/** Collects what went wrong and what was asked of the phone. */
export class Recorder {
  private readonly recorded: ApiCall[] = []
  private readonly send: (report: Report) => void
  private readonly listeners: ((message: string) => void)[] = []
  private traffic: ViewTraffic = { calls: 0, bytes: 0 }

  constructor(send: (report: Report) => void) {
    this.send = send
  }

  error(where: string, error: unknown): void {
    const message = `${where}: ${describe(error)}`
    this.send({ level: 'error', message })
    for (const listener of this.listeners) listener(message)
  }

  warning(message: string): void {
    this.send({ level: 'warning', message })
  }

  call(name: string, args: readonly unknown[]): void {
    this.recorded.push({ name, arguments: toPlain(args) as readonly unknown[] })
  }

  calls(name: string): readonly ApiCall[] {
    return this.recorded.filter((call) => call.name === name)
  }

  countSetData(bytes: number): void {
    this.traffic = { calls: this.traffic.calls + 1, bytes: this.traffic.bytes + bytes }
  }

  get viewTraffic(): ViewTraffic {
    return this.traffic
  }

  onError(listener: (message: string) => void): void {
    this.listeners.push(listener)
  }
}

function describe(error: unknown): string {
  if (error instanceof Error)
    return error.stack?.includes(error.message) ? error.stack : `${error.message}\n${error.stack}`
  return typeof error === 'string' ? error : JSON.stringify(toPlain(error))
}
