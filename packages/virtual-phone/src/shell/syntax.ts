/** A word before expansion. Quoted parts are never split or taken as patterns. */
export type WordPart =
  | { kind: 'text'; text: string; isQuoted: boolean }
  | { kind: 'variable'; name: string; fallback: string | null; isQuoted: boolean }
  /** `${name%pattern}`, `${#name}` and their like. */
  | { kind: 'substitution'; name: string; operator: SubstitutionOperator; argument: Word; isQuoted: boolean }
  | { kind: 'output'; script: string; isQuoted: boolean }
  /** `$((…))` with its inner variables and outputs. */
  | { kind: 'arithmetic'; expression: Word; isQuoted: boolean }

export const SUBSTITUTION_OPERATORS = ['%%', '%', '##', '#', ':=', '=', ':+', '+', '-', ':?', '?', 'length'] as const
export type SubstitutionOperator = (typeof SUBSTITUTION_OPERATORS)[number]

export type Word = readonly WordPart[]

export type Redirect =
  | { kind: 'file'; descriptor: 0 | 1 | 2; mode: 'read' | 'write' | 'append'; target: Word }
  | { kind: 'copy'; descriptor: 1 | 2; from: 1 | 2 }

interface Redirected {
  redirects: readonly Redirect[]
}

export interface SimpleCommand extends Redirected {
  kind: 'simple'
  assignments: readonly { name: string; value: Word }[]
  words: readonly Word[]
}

export interface GroupCommand extends Redirected {
  kind: 'group'
  /** Runs in a subshell. */
  isSubshell: boolean
  body: Script
}

export interface IfCommand extends Redirected {
  kind: 'if'
  branches: readonly { condition: Script; body: Script }[]
  otherwise: Script
}

export interface LoopCommand extends Redirected {
  kind: 'loop'
  /** Ends when the condition holds instead of while it does. */
  isUntil: boolean
  condition: Script
  body: Script
}

export interface ForCommand extends Redirected {
  kind: 'for'
  name: string
  /** The positional parameters without `in`. */
  words: readonly Word[] | null
  body: Script
}

export interface CaseCommand extends Redirected {
  kind: 'case'
  word: Word
  clauses: readonly { patterns: readonly Word[]; body: Script }[]
}

/** `((…))`. */
export interface ArithmeticCommand extends Redirected {
  kind: 'arithmetic'
  expression: Word
}

/** `[[…]]`. */
export interface ConditionCommand extends Redirected {
  kind: 'condition'
  condition: Condition
}

export type Condition =
  | { kind: 'not'; inner: Condition }
  | { kind: 'and' | 'or'; left: Condition; right: Condition }
  | { kind: 'unary'; operator: string; operand: Word }
  | { kind: 'binary'; operator: string; left: Word; right: Word }

export type CompoundCommand =
  | GroupCommand
  | IfCommand
  | LoopCommand
  | ForCommand
  | CaseCommand
  | ArithmeticCommand
  | ConditionCommand

export type Command = SimpleCommand | CompoundCommand

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
  /** Further lines may make sense of it. */
  readonly isIncomplete: boolean

  constructor(message: string, { isIncomplete = false } = {}) {
    super(message)
    this.isIncomplete = isIncomplete
  }
}
