import type { ChangeEvent, FormEvent, MouseEvent } from 'react'
import { openPage } from '../../platform/router/router.ts'
import { digitsBefore, placeAfterDigits } from '../field/characters.ts'
import type { BoxProps, FormProps, ScrimProps, ScrollAreaProps, TapProps, TextInputProps } from './element-props.ts'

export function Box({ as: Tag = 'div', label, isDecoration, live, isModal, percent, ...rest }: BoxProps) {
  return (
    <Tag
      aria-label={label}
      aria-hidden={isDecoration}
      aria-live={live}
      aria-modal={isModal}
      aria-valuenow={percent}
      {...rest}
    />
  )
}

/** A click with a modifier opens a new tab or window: left to the browser. */
const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

const choiceOf = ({ isChecked, choice = 'checkbox' }: Pick<TapProps, 'isChecked' | 'choice'>) => {
  if (isChecked === undefined) return {}
  const isSelection = choice === 'tab' || choice === 'option'
  return { role: choice, [isSelection ? 'aria-selected' : 'aria-checked']: isChecked }
}

function Press({ className, children, onTap, label, isDisabled, isMuted, isTabStop, isSubmit, ...more }: TapProps) {
  return (
    <button
      type={isSubmit ? 'submit' : 'button'}
      className={className}
      onClick={onTap}
      aria-label={label}
      aria-disabled={isMuted}
      disabled={isDisabled}
      tabIndex={isTabStop === false ? -1 : undefined}
      {...choiceOf(more)}
    >
      {children}
    </button>
  )
}

function Link({ to = '', className, children, onTap, label, isCurrent }: TapProps) {
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onTap?.()
    void openPage(to)
  }
  return (
    <a
      className={className}
      href={to}
      onClick={follow}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </a>
  )
}

/** Anything that can be pressed: a link when it leads to a page, else a button. */
export function Tap(props: TapProps) {
  return props.to === undefined || props.isDisabled ? <Press {...props} /> : <Link {...props} />
}

const inputKinds = {
  text: { type: 'text' },
  phone: { type: 'tel', inputMode: 'numeric' },
  number: { type: 'text', inputMode: 'numeric' },
  idCard: { type: 'text', autoCapitalize: 'characters', spellCheck: false },
  password: { type: 'password' },
} as const

/** Restores the caret after a number was regrouped, instead of moving it to the end. */
const keepPlace = ({ target }: ChangeEvent<HTMLInputElement>): void => {
  const { value, selectionStart } = target
  if (selectionStart === null || selectionStart === value.length) return
  const count = digitsBefore(value, selectionStart)
  requestAnimationFrame(() => {
    const place = placeAfterDigits(target.value, count)
    target.setSelectionRange(place, place)
  })
}

const focusOn = (element: HTMLInputElement | null) => element?.focus()

export function TextInput({
  label,
  kind = 'text',
  onChange,
  isDisabled,
  isInvalid,
  describedBy,
  isFocused,
  ...rest
}: TextInputProps) {
  return (
    <input
      ref={isFocused ? focusOn : undefined}
      {...inputKinds[kind]}
      disabled={isDisabled}
      aria-label={label}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      onChange={(event) => {
        if (kind === 'phone') keepPlace(event)
        onChange(event.target.value)
      }}
      {...rest}
    />
  )
}

/** Groups fields, so that the enter key submits them and a password manager sees what belongs together. */
export function Form({ className, children, onSubmit }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={className} noValidate onSubmit={submit}>
      {children}
    </form>
  )
}

/** Scrim behind an overlay. Closes on tap; keyboards have Escape, screen readers the button. */
export function Scrim({ className, onTap }: ScrimProps) {
  return <div className={className} aria-hidden onClick={onTap} />
}

/** Scrolls by itself, and leaves the page behind it where it is. */
export function ScrollArea({ className, children }: ScrollAreaProps) {
  return <div className={className}>{children}</div>
}
