/** A wrong or missing setting. Its message names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
