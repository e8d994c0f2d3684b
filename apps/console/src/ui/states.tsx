import type { ReactNode } from 'react'
import { messageOf } from '../api/call-api.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import styles from './states.module.css'

export type Tone = 'run' | 'soon' | 'dead' | 'back' | 'off' | 'brand'

interface StateProps {
  readonly tone: Tone
  readonly children: ReactNode
}

/** A state is a dot and a word, never a colour alone. */
export function State({ tone, children }: StateProps) {
  return <span className={classes(styles.state, styles[tone])}>{children}</span>
}

export function Tag({ tone = 'off', children }: Partial<StateProps>) {
  return <span className={classes(styles.tag, styles[tone])}>{children}</span>
}

interface CountTagProps {
  readonly count?: string | undefined
  readonly error: unknown
}

/** Number of things that wait, and that it could not be read again since. */
export function CountTag({ count, error }: CountTagProps) {
  return (
    <span>
      {error ? <Tag tone="soon">未能更新</Tag> : null} {count !== undefined && <Tag tone="dead">{count}</Tag>}
    </span>
  )
}

interface EmptyProps {
  readonly title: string
  readonly hint?: string | undefined
  readonly icon?: IconName
  readonly children?: ReactNode
}

export function Empty({ title, hint, icon = 'layers', children }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.emptyIcon}>
        <Icon name={icon} size={24} />
      </span>
      <strong>{title}</strong>
      {hint && <p>{hint}</p>}
      {children}
    </div>
  )
}

interface QueryState<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  readonly isPending: boolean
  readonly refetch: () => unknown
}

export function LoadingFailed({ of }: { readonly of: Pick<QueryState<unknown>, 'error' | 'refetch'> }) {
  return (
    <Empty title="加载失败" hint={messageOf(of.error)} icon="alert">
      <Button tone="tint" icon="refresh" onClick={() => void of.refetch()}>
        重试
      </Button>
    </Empty>
  )
}

interface AsyncProps<Data> {
  readonly of: QueryState<Data>
  readonly children: (data: Data) => ReactNode
}

/** Data of a query, or its skeleton, or why it could not be read. */
export function Async<Data>({ of, children }: AsyncProps<Data>) {
  if (of.data !== undefined) return children(of.data)
  if (of.error) return <LoadingFailed of={of} />
  return <Skeleton rows={4} />
}

export function Skeleton({ rows }: { readonly rows: number }) {
  return (
    <div className={styles.skeleton} role="status" aria-label="加载中">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles.bone} />
      ))}
    </div>
  )
}

interface CardProps {
  readonly title?: string
  readonly note?: ReactNode
  readonly children: ReactNode
}

export function Card({ title, note, children }: CardProps) {
  return (
    <section className={styles.card}>
      {title && (
        <header className={styles.cardHead}>
          <h2>{title}</h2>
          {note}
        </header>
      )}
      {children}
    </section>
  )
}

interface FactsProps {
  readonly of: readonly (readonly [label: string, value: ReactNode])[]
}

/** Names and values of one thing; values that are absent show as `--`. */
export function Facts({ of }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {of.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === '' || value === null || value === undefined ? '--' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
