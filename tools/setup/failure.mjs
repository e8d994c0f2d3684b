/** A failure that is told in one clear sentence, without a stack. */
export class SetupError extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.name = 'SetupError'
    this.exitCode = exitCode
  }
}
