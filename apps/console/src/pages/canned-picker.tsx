import { getCannedAnswers } from '@yunji/contract/operator/service-calls'
import { type KeyboardEvent, useState } from 'react'
import { useCall } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import formStyles from '../ui/form.module.css'
import { Labelled } from '../ui/form.tsx'
import { Dialog } from '../ui/overlays.tsx'
import { Async, Empty } from '../ui/states.tsx'
import styles from './detail.module.css'

const SHOWN = 12

interface CannedPickerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onChoose: (content: string) => void
}

/** Finds a canned answer by typing; Enter takes the first, arrows and Tab reach the others. */
export function CannedPicker({ isOpen, onClose, onChoose }: CannedPickerProps) {
  return (
    <Dialog title="常用回复" isOpen={isOpen} onClose={onClose}>
      <Choice onChoose={onChoose} />
    </Dialog>
  )
}

const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li button')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}

function Choice({ onChoose }: Pick<CannedPickerProps, 'onChoose'>) {
  const answers = useCall(getCannedAnswers, {})
  const [text, setText] = useState('')
  return (
    <Async of={answers}>
      {({ records }) => {
        const found = records
          .filter(({ title, content }) => `${title} ${content}`.includes(text.trim()))
          .slice(0, SHOWN)
        return (
          <search className={styles.detail} onKeyDown={moveFocus}>
            <Labelled label="查找">
              {(ids) => (
                <input
                  {...ids}
                  className={formStyles.input}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !found[0]) return
                    event.preventDefault()
                    onChoose(found[0].content)
                  }}
                />
              )}
            </Labelled>
            {found.length === 0 ? (
              <Empty title="没有找到常用回复" icon="search" />
            ) : (
              <ul className={styles.lines} aria-label="找到的常用回复">
                {found.map(({ cannedAnswerId, title, content }) => (
                  <li key={cannedAnswerId}>
                    <span>
                      <strong>{title}</strong>
                      <span className={styles.note}> {content.slice(0, 60)}</span>
                    </span>
                    <Button tone="tint" onClick={() => onChoose(content)}>
                      插入
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </search>
        )
      }}
    </Async>
  )
}
