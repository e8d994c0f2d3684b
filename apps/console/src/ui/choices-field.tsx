import { useId, useState } from 'react'
import styles from './form.module.css'
import { Check, type Option, useField } from './form.tsx'

/** Options beyond this many are searched. */
const MOST_UNSEARCHED = 12

interface ChoicesFieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly options: readonly Option<number>[]
  /** Words for a chosen id that is not among the options. */
  readonly nameOf?: (id: number) => string
  /** Searches beyond the given options; without it the options are searched. */
  readonly onSearch?: (text: string) => void
  /** Ids separated by commas, as some calls take them. */
  readonly isText?: boolean
}

const idsOf = (value: unknown): readonly number[] =>
  Array.isArray(value)
    ? value
    : String(value ?? '')
        .split(',')
        .filter(Boolean)
        .map(Number)

/** Any number of choices among records, by their names; chosen ones stay in sight. */
export function ChoicesField(props: ChoicesFieldProps) {
  const { name, label, hint, options, nameOf = (id) => `#${id}`, onSearch, isText = false } = props
  const { field, error } = useField(name)
  const [text, setText] = useState('')
  const id = useId()
  const chosen = idsOf(field.value)
  const unlisted = chosen.filter((one) => options.every(([option]) => option !== one))
  const shown = onSearch
    ? options
    : options.filter(([one, title]) => chosen.includes(one) || title.includes(text.trim()))
  const choose = (one: number, isOn: boolean): void => {
    const next = isOn ? [...chosen, one] : chosen.filter((other) => other !== one)
    field.onChange(isText ? next.join(',') : next)
  }
  return (
    <div className={styles.field} role="group" aria-labelledby={id}>
      <span id={id}>{label}</span>
      {(onSearch || options.length > MOST_UNSEARCHED) && (
        <input
          type="search"
          className={styles.input}
          aria-label={`查找${label}`}
          placeholder="查找"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            onSearch?.(target.value)
          }}
        />
      )}
      <div className={styles.choices}>
        {unlisted.map((one) => (
          <Check key={one} label={nameOf(one)} isChecked onChange={(isOn) => choose(one, isOn)} />
        ))}
        {shown.map(([one, title]) => (
          <Check key={one} label={title} isChecked={chosen.includes(one)} onChange={(isOn) => choose(one, isOn)} />
        ))}
        {unlisted.length + shown.length === 0 && <span className={styles.hint}>没有找到</span>}
      </div>
      {error ? (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      ) : (
        hint && <p className={styles.hint}>{hint}</p>
      )}
    </div>
  )
}
