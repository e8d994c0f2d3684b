import type { KeyboardEvent } from 'react'
import type { ChoiceGroupProps } from './choice.ts'
import { choiceAfter, stepOfKey } from './choice.ts'

/** Choices of which the keyboard reaches one by the tab key and the others by its arrows. */
export function ChoiceGroup({ label, columns = 1, isFollowed, ...rest }: ChoiceGroupProps) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = stepOfKey(event.key, columns)
    if (step === undefined) return
    event.preventDefault()
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const from = buttons.findIndex((button) => button === document.activeElement)
    const to = choiceAfter(
      buttons.map(({ disabled }) => !disabled),
      from,
      step,
    )
    if (to === undefined) return
    buttons[to]?.focus()
    if (isFollowed) buttons[to]?.click()
  }
  return <div aria-label={label} onKeyDown={move} {...rest} />
}
