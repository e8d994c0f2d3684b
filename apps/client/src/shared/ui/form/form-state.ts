import { isEmpty } from '@yunji/contract/validation/input'

export type FieldErrors<Values> = { readonly [Name in keyof Values]?: string }

export interface FormState<Values> {
  readonly values: Values
  /** Fields that were left or submitted; a field being edited shows no error. */
  readonly settled: { readonly [Name in keyof Values]?: true }
  /** Errors of the server, cleared by any change: any field may have caused them. */
  readonly refused: FieldErrors<Values>
  readonly isSending: boolean
}

export type FormEvent<Values> =
  | { readonly type: 'change'; readonly changed: Partial<Values> }
  | { readonly type: 'leave'; readonly name: keyof Values }
  /** Everything is judged, because it was to be sent. */
  | { readonly type: 'settle' }
  | { readonly type: 'send' }
  | { readonly type: 'answer'; readonly refused: FieldErrors<Values> }

export const newForm = <Values>(values: Values): FormState<Values> => ({
  values,
  settled: {},
  refused: {},
  isSending: false,
})

const namesOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[]

const settledOf = <Values>(names: readonly (keyof Values)[]): FormState<Values>['settled'] =>
  Object.fromEntries(names.map((name) => [name, true])) as FormState<Values>['settled']

export const formState = <Values extends object>(
  state: FormState<Values>,
  event: FormEvent<Values>,
): FormState<Values> => {
  switch (event.type) {
    case 'change': {
      const settled = namesOf(state.values).filter((name) => state.settled[name] && !(name in event.changed))
      return { ...state, values: { ...state.values, ...event.changed }, settled: settledOf(settled), refused: {} }
    }
    case 'leave':
      // Leaving an empty field untouched is no error yet.
      if (isEmpty(state.values[event.name])) return state
      return { ...state, settled: { ...state.settled, [event.name]: true } }
    case 'settle':
      return { ...state, settled: settledOf(namesOf(state.values)) }
    case 'send':
      return { ...state, refused: {}, isSending: true }
    case 'answer':
      return { ...state, refused: event.refused, isSending: false }
  }
}

/** Visible errors: for each settled field its own error, else that of the server. */
export const shownErrors = <Values extends object>(
  { values, settled, refused }: FormState<Values>,
  found: FieldErrors<Values>,
): FieldErrors<Values> => {
  const shown = namesOf(values)
    .map((name) => [name, (settled[name] && found[name]) || refused[name]] as const)
    .filter(([, text]) => text)
  return Object.fromEntries(shown) as FieldErrors<Values>
}
