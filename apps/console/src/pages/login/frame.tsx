import type { ReactNode } from 'react'
import styles from './login.module.css'

interface LoginFrameProps {
  readonly title: string
  readonly text?: ReactNode
  readonly children: ReactNode
  readonly foot?: ReactNode
}

export function LoginFrame({ title, text, children, foot }: LoginFrameProps) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <img src="/console/logo.svg" alt="" width="40" height="40" />
          <span>
            <strong>云机</strong>
            <small>运营后台</small>
          </span>
        </div>
        <h1 className={styles.title}>{title}</h1>
        {text && <p className={styles.text}>{text}</p>}
        {children}
        {foot && <div className={styles.foot}>{foot}</div>}
      </div>
    </main>
  )
}
