import { Menu } from '@base-ui/react/menu'
import { useNavigate } from '@tanstack/react-router'
import { formatCount } from '@yunji/contract/display/text'
import { getWaiting } from '@yunji/contract/operator/overview-calls'
import { useCall } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './shell.module.css'
import { waitingPlaces, waitingTotal } from './waiting.ts'

const REFETCH_MS = 60_000
const MOST_SHOWN = 99

/** Bell with the count of what waits for a person, and a menu of where it is done. */
export function WaitingMenu() {
  const mayRead = useRight('overview.read')
  const navigate = useNavigate()
  const { data, error } = useCall(getWaiting, {}, { isEnabled: mayRead, refetchMs: REFETCH_MS })
  if (!mayRead) return null
  const due = (data?.waiting ?? []).filter(({ count }) => count > 0)
  const total = waitingTotal(due)
  const note = data ? (error ? '未能更新' : due.length === 0 && '没有等待处理的事项') : error ? '未能读取' : '加载中…'
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.bell} aria-label={data ? `待处理 ${formatCount(total)} 项` : '待处理'}>
        <Icon name="bell" />
        {total > 0 && <b aria-hidden="true">{total > MOST_SHOWN ? `${MOST_SHOWN}+` : total}</b>}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} sideOffset={8} align="end">
          <Menu.Popup className={styles.menu}>
            {note && <p className={styles.menuHead}>{note}</p>}
            {due.map(({ kind, count }) => {
              const { title, to, search } = waitingPlaces[kind]
              return (
                <Menu.Item
                  key={kind}
                  className={styles.menuItem}
                  onClick={() => void navigate({ to, search: (search ?? {}) as never })}
                >
                  {title}
                  <b className={styles.waitingCount}>{formatCount(count)}</b>
                </Menu.Item>
              )
            })}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
