import type { ReactNode } from 'react'
import { Tap } from './elements'
import styles from './field-action.module.css'

interface FieldActionProps {
  readonly label: string
  readonly onTap: () => void
  readonly children: ReactNode
}

/** A small sign at the end of a field that does something with its value. */
export function FieldAction({ label, onTap, children }: FieldActionProps) {
  return (
    <Tap className={styles.action} label={label} onTap={onTap}>
      {children}
    </Tap>
  )
}
