import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { showError } from '../../api/show-error.ts'
import { createForm, type Sending } from './create-form.ts'
import { newForm, shownErrors } from './form-state.ts'
import { refusedFields } from './refused-fields.ts'

interface FormOptions<Values> extends Pick<Sending<Values>, 'check' | 'send'> {
  readonly initial: Values
  /** Says what a failure means for single fields, or tells the user itself; without it, what is of no field is a toast. */
  readonly explain?: Sending<Values>['explain']
}

const explainByField = <Values extends object>(error: unknown, values: Values) => {
  const refused = refusedFields(error, values)
  if (!refused) showError(error)
  return refused
}

/** Values, what is wrong with them, and a way to send them. `field(name)` goes straight into a field of text. */
export const useForm = <Values extends object>({ initial, check, send, explain }: FormOptions<Values>) => {
  const [state, show] = useState(() => newForm(initial))
  const [form] = useState(() => createForm({ initial, show }))
  // Values may hold a password: the library forgets them with the write.
  const { mutateAsync } = useMutation({ mutationFn: send, networkMode: 'always', gcTime: 0 })
  const { values, isSending } = state
  const errors = shownErrors(state, check(values))

  const field = <Name extends keyof Values>(name: Name) => ({
    value: values[name],
    error: errors[name],
    onChange: (value: Values[Name]) => form.change({ [name]: value } as unknown as Partial<Values>),
    onBlur: () => form.leave(name),
  })

  return {
    values,
    errors,
    isSending,
    field,
    change: form.change,
    submit: () => form.submit({ check, send: mutateAsync, explain: explain ?? explainByField }),
  }
}
