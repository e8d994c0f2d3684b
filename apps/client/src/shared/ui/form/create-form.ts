import { type FieldErrors, type FormEvent, type FormState, formState, newForm } from './form-state.ts'

export interface Sending<Values> {
  readonly check: (values: Values) => FieldErrors<Values>
  readonly send: (values: Values) => Promise<void>
  /** Errors of single fields; undefined when the failure was shown elsewhere. */
  readonly explain: (error: unknown, values: Values) => FieldErrors<Values> | undefined
}

interface FormDeps<Values> {
  readonly initial: Values
  readonly show: (state: FormState<Values>) => void
}

/** A form that is filled in and sent once at a time, however often its button is pressed. */
export const createForm = <Values extends object>({ initial, show }: FormDeps<Values>) => {
  let state = newForm(initial)
  const apply = (event: FormEvent<Values>) => {
    state = formState(state, event)
    show(state)
  }

  const submit = async ({ check, send, explain }: Sending<Values>): Promise<void> => {
    apply({ type: 'settle' })
    const { values, isSending } = state
    if (isSending || Object.keys(check(values)).length > 0) return
    apply({ type: 'send' })
    try {
      await send(values)
      apply({ type: 'answer', refused: {} })
    } catch (error) {
      apply({ type: 'answer', refused: explain(error, values) ?? {} })
    }
  }

  return {
    change: (changed: Partial<Values>): void => apply({ type: 'change', changed }),
    leave: (name: keyof Values): void => apply({ type: 'leave', name }),
    submit,
  }
}
