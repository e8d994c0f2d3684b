import { keyCode } from '@yunji/player/input/key-codes'
import { type FormEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'
import { Tap } from '../../../../shared/ui/elements/elements'
import { down } from '../../../../shared/ui/icon/controls.ts'
import { Icon } from '../../../../shared/ui/icon/icon.tsx'
import { backspace } from '../../../../shared/ui/icon/player.ts'
import { instance, useInstance } from '../instance-store.ts'
import styles from './keyboard-bar.module.css'
import { useKeyboardInset } from './use-keyboard-inset.ts'

interface KeyboardBarProps {
  readonly onText: (text: string) => void
  readonly onKey: (keyCode: number) => void
}

/** A button that took the focus would take the phone's keyboard away with it. */
const keepFocus = (event: MouseEvent) => {
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
}

/** Written here with the user's own keyboard and input method, then sent to where the phone's cursor is. */
function Bar({ onText, onKey }: KeyboardBarProps) {
  const [text, setText] = useState('')
  const insetPx = useKeyboardInset()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text === '') return onKey(keyCode.enter)
    onText(text)
    return setText('')
  }
  /** With an empty field, keys go to the phone. */
  const hand = (event: KeyboardEvent) => {
    if (event.key === 'Escape') instance.closePanel()
    if (text === '' && event.key === 'Backspace' && !event.nativeEvent.isComposing) onKey(keyCode.backspace)
  }
  return (
    <form className={styles.bar} style={{ bottom: insetPx }} onMouseDown={keepFocus} onSubmit={send}>
      <Tap className={styles.key} label="收起键盘" onTap={instance.closePanel}>
        <Icon of={down} size={20} />
      </Tap>
      <input
        // The bar is opened in order to write.
        ref={(element) => element?.focus()}
        className={styles.input}
        aria-label="输入到云手机"
        placeholder="在这里输入，发送到云手机"
        enterKeyHint="send"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={hand}
      />
      <Tap className={styles.key} label="退格" onTap={() => onKey(keyCode.backspace)}>
        <Icon of={backspace} />
      </Tap>
      <Tap className={styles.send} isSubmit>
        {text === '' ? '回车' : '发送'}
      </Tap>
    </form>
  )
}

export function KeyboardBar(props: KeyboardBarProps) {
  const isOpen = useInstance(({ panel }) => panel === 'keyboard')
  return isOpen && <Bar {...props} />
}
