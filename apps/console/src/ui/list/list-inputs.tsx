import { useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'
import styles from './list.module.css'
import { isDay } from './search-state.ts'

const TYPING_PAUSE_MS = 300

interface SearchBoxProps {
  readonly label: string
  readonly value: string
  /** Words for a value that the call does not take. */
  readonly error?: string | undefined
  /** The first box is focused by the key `/`. */
  readonly hasKey: boolean
  /** Query of a typed text. */
  readonly queryOf: (typed: string) => string
  readonly onChange: (value: string) => void
}

export function SearchBox({ label, value, error, hasKey, queryOf, onChange }: SearchBoxProps) {
  const errorId = useId()
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  // A view or the back button changed it; a value of the box itself comes back without the space that is being typed.
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  const [isComposing, setComposing] = useState(false)
  const query = queryOf(text.trim())
  if (seen !== value) {
    setSeen(value)
    setSent(value)
    if (value !== sent && value !== query) setText(value)
  }
  useEffect(() => {
    if (isComposing || query === value) return
    const timer = setTimeout(() => {
      setSent(query)
      latest.current(query)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [query, value, isComposing])
  useEffect(() => {
    if (!hasKey) return
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key !== '/' ||
        (event.target instanceof Element && event.target.closest('input, textarea, [role="dialog"]'))
      )
        return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [hasKey])
  return (
    <label className={styles.searchBox}>
      <Icon name="search" size={16} />
      <input
        ref={input}
        type="search"
        aria-label={label}
        {...(error && { 'aria-invalid': true, 'aria-describedby': errorId })}
        title={hasKey ? '按 / 键输入' : undefined}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={(event) => event.key === 'Escape' && !event.nativeEvent.isComposing && event.currentTarget.blur()}
      />
      {error && (
        <small id={errorId} role="alert" className={styles.boxError}>
          {error}
        </small>
      )}
    </label>
  )
}

interface DayRangeProps {
  readonly label: string
  readonly from: string
  readonly to: string
  readonly onChange: (changes: { readonly fromDay?: string; readonly toDay?: string }) => void
}

export function DayRange({ label, from, to, onChange }: DayRangeProps) {
  return (
    <div role="group" aria-label={label} title={`${label}（北京时间，含首尾两天）`} className={styles.days}>
      <DayBox label="从" value={from} onChange={(fromDay) => onChange({ fromDay })} />
      <DayBox label="到" value={to} onChange={(toDay) => onChange({ toDay })} />
    </div>
  )
}

interface DayBoxProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function DayBox({ label, value, onChange }: DayBoxProps) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setText(value)
  }
  // Typing passes through days of the year 2, and through days that are half empty.
  const type = (next: string, isIncomplete: boolean): void => {
    setText(next)
    if (isDay(next) || (next === '' && !isIncomplete)) onChange(next)
  }
  return (
    <label>
      {label}
      <input
        type="date"
        min="2000-01-01"
        max="2099-12-31"
        value={text}
        onChange={({ target }) => type(target.value, target.validity.badInput)}
      />
    </label>
  )
}

interface PagerProps {
  readonly words: string
  readonly onBack: (() => void) | undefined
  readonly onNext: (() => void) | undefined
}

export function Pager({ words, onBack, onNext }: PagerProps) {
  return (
    <div className={styles.pager}>
      <span aria-live="polite">{words}</span>
      {(onBack ?? onNext) && (
        <>
          <IconButton icon="left" label="上一页" disabled={!onBack} onClick={onBack} />
          <IconButton icon="right" label="下一页" disabled={!onNext} onClick={onNext} />
        </>
      )}
    </div>
  )
}
