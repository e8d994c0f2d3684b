import type { Schema } from '@yunji/contract/wire/call'
import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'
import { type Issue, issuesOf, textOfIssue } from './issue-text.ts'

/** Nearest field on the page that shows an issue of a path; `root`, which the form shows, where none does. */
const placeOf = (path: readonly PropertyKey[], isField: (name: string) => boolean): string => {
  for (let depth = path.length; depth > 0; depth--) {
    const name = path.slice(0, depth).map(String).join('.')
    if (isField(name)) return name
  }
  return 'root'
}

const MISSING = '请填写'

/** Error of a field, with the issue that it comes from. */
export interface IssueError {
  readonly issue?: Issue
}

/** Validates by a schema of the contract, before the server does it by the same one. */
export const contractResolver =
  <Values extends FieldValues>(schema: Schema): Resolver<Values> =>
  (values, _context, { fields }) => {
    const issues = issuesOf(schema, values)
    if (issues.length === 0) return { values, errors: {} }
    // Fields that have left the page stay registered, not mounted.
    const isField = (name: string): boolean => (get(fields, name) as { mount?: boolean } | undefined)?.mount === true
    const errors: FieldErrors = {}
    for (const issue of issues) {
      const place = placeOf(issue.path ?? [], isField)
      const other = get(errors, place) as object | undefined
      if (other && 'message' in other) continue
      const isMissing =
        issue.code === 'invalid_type' && get(values, (issue.path ?? []).map(String).join('.')) === undefined
      const message = isMissing ? MISSING : textOfIssue(issue)
      set(errors, place, { ...other, type: issue.code ?? 'invalid', message, issue })
    }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
