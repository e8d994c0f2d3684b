/** A word before expansion. Quoted parts are never split or taken as patterns. */
export type WordPart =
  | { kind: 'text'; text: string; isQuoted: boolean }
  | { kind: 'variable'; name: string; fallback: string | null; isQuoted: boolean }
  | { kind: 'output'; script: string; isQuoted: boolean }

export type Word = readonly WordPart[]

export type Redirect =
  | { kind: 'file'; descriptor: 0 | 1 | 2; mode: 'read' | 'write' | 'append'; target: Word }
  | { kind: 'copy'; descriptor: 1 | 2; from: 1 | 2 }

export interface SimpleCommand {
  kind: 'simple'
  assignments: readonly { name: string; value: Word }[]
  words: readonly Word[]
  redirects: readonly Redirect[]
}

export interface GroupCommand {
  kind: 'group'
  /** Runs in a subshell. */
  isSubshell: boolean
  body: Script
  redirects: readonly Redirect[]
}

export type Command = SimpleCommand | GroupCommand

export interface Pipeline {
  isNegated: boolean
  commands: readonly Command[]
}

/** Run depending on how the one before ended. */
export interface Step {
  when: 'always' | 'succeeded' | 'failed'
  pipeline: Pipeline
  /** Ended with `&`. */
  isBackground: boolean
}

export type Script = readonly Step[]

export class ShellSyntaxError extends Error {
  override name = 'ShellSyntaxError'
}
