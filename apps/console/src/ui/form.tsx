import { Checkbox } from '@base-ui/react/checkbox'
import { Select as BaseSelect } from '@base-ui/react/select'
import { Switch } from '@base-ui/react/switch'
import type { Schema } from '@yunji/contract/wire/call'
import {
  createContext,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import {
  type FieldPath,
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useController,
  useForm,
} from 'react-hook-form'
import { messageOf } from '../api/call-api.ts'
import { Button, IconButton } from './button.tsx'
import { classes } from './classes.ts'
import type { Codec } from './codecs.ts'
import { contractResolver, type IssueError } from './contract-resolver.ts'
import styles from './form.module.css'
import { Icon } from './icon.tsx'
import { textOfIssue } from './issue-text.ts'
import { useUnsavedForm } from './unsaved-forms.ts'

/** A form whose values are the input of a call. */
export const useContractForm = <Values extends FieldValues>(schema: Schema, values: Values): UseFormReturn<Values> =>
  useForm<Values>({ resolver: contractResolver<Values>(schema), defaultValues: values as never, mode: 'onTouched' })

/**
 * A state among other fields of a form, such as "on sale". The switch follows the record, and the state is saved only
 * where the operator changed it: a form that was opened earlier undoes no colleague's change.
 */
export const useStateField = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: FieldPath<Values>,
  current: boolean | undefined,
): ((values: Values) => Values) => {
  const { resetField, formState } = form
  const known = useRef(formState.defaultValues)
  useEffect(() => {
    known.current = formState.defaultValues
  })
  // A state saved by this form is the default by then: its field may hold a newer choice, which must stay.
  useEffect(() => {
    if (current !== undefined && known.current?.[name] !== current) resetField(name, { defaultValue: current as never })
  }, [resetField, name, current])
  return (values) => (values[name] === formState.defaultValues?.[name] ? { ...values, [name]: undefined } : values)
}

/** Values of a change with those that the form began with: the server refuses it where the record has changed meanwhile. */
export const withBasis = <Values extends FieldValues>({ formState }: UseFormReturn<Values>, values: Values) => {
  const sent = Object.keys(values).filter((name) => values[name] !== undefined)
  return { ...values, basedOn: Object.fromEntries(sent.map((name) => [name, formState.defaultValues?.[name]])) }
}

interface FormProps<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>
  readonly onSubmit: (values: Values) => void
  readonly id?: string
  /** Write of the form: its failure is shown, and what it has saved counts as unchanged. */
  readonly write?: { readonly error: unknown; readonly isSuccess: boolean; readonly submittedAt: number }
  /** Failure of the whole form. */
  readonly failure?: string | undefined
  /** For operators who may read the record only. */
  readonly isReadOnly?: boolean
  readonly children: ReactNode
}

const ReadOnlyForm = createContext(false)

export function Form<Values extends FieldValues>(props: FormProps<Values>) {
  const { form, onSubmit, id, write, failure, isReadOnly = false, children } = props
  const { reset, formState } = form
  const rootError = (formState.errors as { root?: { message?: string } }).root?.message
  const text = failure ?? (write?.error ? messageOf(write.error) : rootError)
  const savedAt = write?.isSuccess ? write.submittedAt : 0
  const submitted = useRef<Values>()
  // Values typed while the write ran are not saved.
  useEffect(() => {
    if (savedAt > 0 && submitted.current) reset(submitted.current, { keepValues: true })
  }, [savedAt, reset])
  const submit = (event: FormEvent): void => {
    const keepAndSubmit = (values: Values): void => {
      submitted.current = values
      onSubmit(values)
    }
    void form.handleSubmit(keepAndSubmit)(event)
  }
  useUnsavedForm(formState.isDirty)
  return (
    <FormProvider {...form}>
      <form id={id} className={styles.form} noValidate onSubmit={submit}>
        <ReadOnlyForm.Provider value={isReadOnly}>{children}</ReadOnlyForm.Provider>
        {text && (
          <p role="alert" className={styles.error}>
            {text}
          </p>
        )}
      </form>
    </FormProvider>
  )
}

interface LabelledProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

export function Labelled({ label, hint, error, children }: LabelledProps) {
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, ...((error || hint) && { 'aria-describedby': noteId }), ...(error && { 'aria-invalid': true }) })}
      {(error || hint) && (
        <div id={noteId} className={styles.notes}>
          {error && (
            <p role="alert" className={styles.error}>
              {error}
            </p>
          )}
          {hint && <p className={styles.hint}>{hint}</p>}
        </div>
      )}
    </div>
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
}

export const useField = (name: string, codec?: Codec) => {
  const { field, fieldState } = useController({ name: name as FieldPath<FieldValues> })
  const { message, issue } = (fieldState.error ?? {}) as { readonly message?: string } & IssueError
  const isLimit = issue?.code === 'too_small' || issue?.code === 'too_big'
  const error = isLimit && codec?.showLimit ? textOfIssue(issue, codec.showLimit) : message
  return { field, error, readOnly: useContext(ReadOnlyForm) }
}

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'placeholder' | 'autoComplete' | 'inputMode' | 'maxLength' | 'autoFocus' | 'spellCheck'
>

interface TextFieldProps extends FieldProps, InputProps {
  /** Keeps what is typed apart from the value, for amounts and times. */
  readonly codec?: Codec
}

export function TextField({ name, label, hint, codec, type = 'text', ...input }: TextFieldProps) {
  const { field, error, readOnly } = useField(name, codec)
  const [text, setText] = useState(() => codec?.show(field.value) ?? '')
  const [isShown, setShown] = useState(false)
  const isPassword = type === 'password'
  const value = codec ? text : ((field.value as string | undefined) ?? '')
  const change = (next: string): void => {
    setText(next)
    field.onChange(codec ? codec.read(next) : next)
  }
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(ids) => (
        <span className={styles.inputBox}>
          <input
            {...ids}
            {...input}
            readOnly={readOnly}
            ref={field.ref}
            name={name}
            type={isPassword && isShown ? 'text' : type}
            className={classes(styles.input, isPassword && styles.withButton)}
            value={value}
            onChange={(event) => change(event.target.value)}
            onBlur={field.onBlur}
          />
          {isPassword && (
            <span className={styles.inside}>
              <IconButton
                icon={isShown ? 'eyeOff' : 'eye'}
                label={isShown ? '隐藏密码' : '显示密码'}
                onClick={() => setShown(!isShown)}
              />
            </span>
          )}
        </span>
      )}
    </Labelled>
  )
}

interface TextAreaFieldProps extends FieldProps {
  readonly rows?: number
  readonly placeholder?: string
  readonly maxLength?: number
  readonly codec?: Codec
}

export function TextAreaField({ name, label, hint, rows = 4, codec, ...rest }: TextAreaFieldProps) {
  const { field, error, readOnly } = useField(name)
  const [text, setText] = useState(() => codec?.show(field.value) ?? '')
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(ids) => (
        <textarea
          {...ids}
          {...rest}
          readOnly={readOnly}
          ref={field.ref}
          rows={rows}
          className={styles.textArea}
          value={codec ? text : ((field.value as string | undefined) ?? '')}
          onChange={(event) => {
            setText(event.target.value)
            field.onChange(codec ? codec.read(event.target.value) : event.target.value)
          }}
          onBlur={field.onBlur}
        />
      )}
    </Labelled>
  )
}

export type Option<Value extends string | number = string> = readonly [value: Value, label: string]

interface SelectProps<Value extends string | number> {
  readonly value: Value | null
  readonly options: readonly Option<Value>[]
  readonly onChange: (value: Value) => void
  readonly id?: string
  readonly label?: string
  readonly placeholder?: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
}

export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const { value, options, onChange, label, placeholder = '请选择', ...ids } = props
  const items = options.map(([of, text]) => ({ value: of, label: text }))
  const readOnly = useContext(ReadOnlyForm)
  return (
    <BaseSelect.Root
      items={items}
      value={value}
      readOnly={readOnly}
      onValueChange={(next) => next !== null && onChange(next as Value)}
    >
      <BaseSelect.Trigger {...ids} aria-label={label} className={styles.select}>
        <BaseSelect.Value placeholder={placeholder} />
        <BaseSelect.Icon>
          <Icon name="down" size={16} />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner className={styles.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <BaseSelect.Popup className={styles.popup}>
            {options.map(([of, text]) => (
              <BaseSelect.Item key={of} value={of} className={styles.option}>
                <BaseSelect.ItemText>{text}</BaseSelect.ItemText>
                <BaseSelect.ItemIndicator>
                  <Icon name="check" size={16} />
                </BaseSelect.ItemIndicator>
              </BaseSelect.Item>
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}

interface SelectFieldProps<Value extends string | number> extends FieldProps {
  readonly options: readonly Option<Value>[]
  /** Between a value and its option, where the value cannot be one. */
  readonly codec?: Codec
}

export function SelectField<Value extends string | number>(props: SelectFieldProps<Value>) {
  const { name, label, hint, options, codec } = props
  const { field, error } = useField(name)
  const value = codec ? codec.show(field.value) : field.value
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(ids) => (
        <Select
          {...ids}
          value={(value as Value | undefined) ?? null}
          options={options}
          onChange={(next) => field.onChange(codec ? codec.read(String(next)) : next)}
        />
      )}
    </Labelled>
  )
}

export function SwitchField({ name, label, hint }: FieldProps) {
  const { field, readOnly } = useField(name)
  const id = useId()
  return (
    <div className={styles.switchRow}>
      <label htmlFor={id}>
        {label}
        {hint && <span className={styles.hint}>{hint}</span>}
      </label>
      <Switch.Root
        id={id}
        checked={Boolean(field.value)}
        readOnly={readOnly}
        onCheckedChange={field.onChange}
        className={styles.switch}
      >
        <Switch.Thumb className={styles.thumb} />
      </Switch.Root>
    </div>
  )
}

interface CheckProps {
  readonly label: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
}

export function Check({ label, isChecked, onChange }: CheckProps) {
  return (
    <label className={styles.check}>
      <Checkbox.Root
        checked={isChecked}
        readOnly={useContext(ReadOnlyForm)}
        onCheckedChange={onChange}
        className={styles.box}
      >
        <Checkbox.Indicator>
          <Icon name="check" size={16} />
        </Checkbox.Indicator>
      </Checkbox.Root>
      {label}
    </label>
  )
}

interface SubmitProps {
  readonly isBusy: boolean
  readonly children: ReactNode
  readonly isWide?: boolean
  /** Form of a button that stands outside it. */
  readonly form?: string
  readonly isDisabled?: boolean
  readonly isDestructive?: boolean
}

export function Submit({ isBusy, children, isWide = false, form, isDisabled, isDestructive }: SubmitProps) {
  return (
    <Button
      type="submit"
      tone={isDestructive ? 'danger' : 'primary'}
      form={form}
      isBusy={isBusy}
      isWide={isWide}
      disabled={isDisabled}
    >
      {children}
    </Button>
  )
}
