import { formatDate } from '@yunji/contract/display/time'
import { pathOf } from '@yunji/contract/pages'
import { useEffect } from 'react'
import { HOME_ROUTE } from '../../../shared/navigation/tabs.ts'
import { session } from '../../../shared/session/session.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { clock } from '../../../shared/ui/icon/icons.ts'
import { StatusView } from '../../../shared/ui/status/status-view.tsx'

/** The deletion is scheduled; a login before it cancels it. */
export function DeletionScheduled({ erasesAt }: { readonly erasesAt: number }) {
  // Logged out only now: earlier, the closed page would have redirected to the login before this is read.
  useEffect(() => session.clear(), [])
  return (
    <StatusView
      icon={clock}
      title="注销申请已提交"
      hint={`账号将于 ${formatDate(erasesAt, 'YYYY-MM-DD HH:mm')} 永久删除。在此之前登录，即取消注销。`}
      actions={
        <Button size="medium" isNarrow to={pathOf(HOME_ROUTE)}>
          返回首页
        </Button>
      }
    />
  )
}
