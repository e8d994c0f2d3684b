import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { showError } from '../../api/show-error.ts'
import { mutationOptions } from '../../api/use-write.ts'
import { createForm, type Sending } from './create-form.ts'
import { newForm, shownErrors } from './form-state.ts'
import { refusedFields } from './refused-fields.ts'

interface FormOptions<Values> extends Pick<Sending<Values>, 'check' | 'send'> {
  readonly initial: Values
  /** Maps a failure to field errors, or shows it itself; by default a failure without a field is a toast. */
  readonly explain?: Sending<Values>['explain']
}

const explainByField = <Values extends object>(error: unknown, values: Values) => {
  const refused = refusedFields(error, values)
  if (!refused) showError(error)
  return refused
}

/** Values, errors and submission of a form. `field(name)` returns the props of a text field. */
export const useForm = <Values extends object>({ initial, check, send, explain }: FormOptions<Values>) => {
  const [state, show] = useState(() => newForm(initial))
  const [form] = useState(() => createForm({ initial, show }))
  const { mutateAsync } = useMutation({ ...mutationOptions, mutationFn: send })
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
