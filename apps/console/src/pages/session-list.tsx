import { endOperatorSession, type getOperatorSessions } from '@yunji/contract/operator/account-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useWrite } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/overlays.tsx'
import { Empty, State } from '../ui/states.tsx'
import { time } from './labels.tsx'
import styles from './session-list.module.css'

type Session = CallData<typeof getOperatorSessions>['records'][number]

/** Logins of one operator, each of which can be ended. */
export function SessionList({ sessions }: { readonly sessions: readonly Session[] }) {
  const end = useWrite(endOperatorSession, { done: '登录已结束' })
  const endOne = async ({ sessionId, isCurrent, address }: Session): Promise<void> => {
    const isSure = await confirm({
      title: isCurrent ? '结束当前的登录？' : '结束这个登录？',
      text: isCurrent ? '你会立即退出，需要重新登录。' : `来自 ${address} 的登录立即失效，没有保存的内容会丢失。`,
      confirm: '结束登录',
      isDestructive: true,
    })
    if (isSure) end.mutate({ sessionId })
  }
  if (sessions.length === 0) return <Empty title="没有有效的登录" icon="lock" />
  return (
    <ul className={styles.list}>
      {sessions.map((session) => (
        <li key={session.sessionId} className={styles.session}>
          <div className={styles.facts}>
            <strong>
              {session.browser || '未知的浏览器'} · {session.address}
            </strong>
            <small>
              {time(session.createdAt)} 登录，最近使用 {time(session.lastUsedAt)}，最晚 {time(session.expiresAt)} 失效
            </small>
          </div>
          {session.isCurrent ? (
            <State tone="run">当前</State>
          ) : (
            !session.isProved && <State tone="soon">未通过动态口令</State>
          )}
          <Button tone="danger" onClick={() => void endOne(session)}>
            结束
          </Button>
        </li>
      ))}
    </ul>
  )
}
