import type { DeletionState } from '@yunji/contract/accounts/profile/schema'
import { pathOf } from '@yunji/contract/pages'
import { useSession } from '../../../shared/session/session.ts'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { alert, lock } from '../../../shared/ui/icon/icons.ts'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import styles from './deletion.module.css'
import { obstacleTexts, useDeletion } from './deletion.ts'
import { DeletionForm } from './deletion-form.tsx'
import { lossesOf } from './losses.ts'

interface DeleteAccountProps {
  readonly onLeft: (erasesAt: number) => void
}

/** Obstacles to deleting the account, each with a link to resolve it. */
function Obstacles({
  obstacles,
  hasNoPassword,
}: Pick<DeletionState, 'obstacles'> & { readonly hasNoPassword: boolean }) {
  return (
    <>
      {obstacles.map(({ kind, count }) => {
        const { text, action, to } = obstacleTexts[kind]
        return (
          <Box key={kind} className={styles.notice}>
            <NoticeBar tone="dead" icon={alert} text={text(count)} action={action} to={to} />
          </Box>
        )
      })}
      {hasNoPassword && (
        <Box className={styles.notice}>
          <NoticeBar icon={lock} text="注销前需要先设置密码" action="去设置" to={pathOf('user/setPassword')} />
        </Box>
      )}
    </>
  )
}

/** Account deletion: losses, obstacles and confirmation. */
export function DeleteAccount({ onLeft }: DeleteAccountProps) {
  const hasNoPassword = useSession((state) => state.showModifyPassword === 1)
  return (
    <Box className={styles.page}>
      <Async of={useDeletion()} loading={<RowsSkeleton rows={3} />}>
        {({ obstacles, coolingOffDays, holdings }) => (
          <>
            <Box className={styles.lead}>
              <Box as="h2" className={styles.title}>
                注销后无法恢复
              </Box>
              <Box as="p" className={styles.hint}>
                {`提交后有 ${coolingOffDays} 天冷静期，期间登录即取消注销；到期后以下内容会被永久删除。`}
              </Box>
            </Box>
            <Card>
              {lossesOf(holdings).map(({ title, sub }) => (
                <Cell key={title} title={title} sub={sub} />
              ))}
            </Card>
            {obstacles.length > 0 || hasNoPassword ? (
              <Obstacles obstacles={obstacles} hasNoPassword={hasNoPassword} />
            ) : (
              <Card>
                <DeletionForm coolingOffDays={coolingOffDays} onLeft={onLeft} />
              </Card>
            )}
          </>
        )}
      </Async>
    </Box>
  )
}
