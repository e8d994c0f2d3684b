import { maskPhone } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import type { PropsWithChildren } from 'react'
import { useUserInfo } from '../../../shared/accounts/user-info.ts'
import { personalPath } from '../../../shared/navigation/page-paths.ts'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import styles from './security-menu.module.css'

function Fact({ children }: PropsWithChildren) {
  return <Box className={styles.fact}>{children}</Box>
}

/** Everything that keeps the account the user's own. */
export function SecurityMenu() {
  return (
    <Box className={styles.menu}>
      <Async of={useUserInfo()} loading={<RowsSkeleton rows={3} />}>
        {({ mobilePhone, showModifyPassword }) => (
          <>
            <Card>
              <Cell title="手机号" value={<Fact>{maskPhone(mobilePhone)}</Fact>} to={pathOf('user/changePhone')} />
              {showModifyPassword === 1 ? (
                <Cell title="登录密码" value={<Fact>未设置</Fact>} to={pathOf('user/setPassword')} />
              ) : (
                <Cell title="登录密码" value={<Fact>修改</Fact>} to={pathOf('user/changePassword')} />
              )}
              <Cell title="登录设备" sub="查看并退出其他设备上的登录" to={personalPath('sessions')} />
            </Card>
            <Card>
              <Cell title="注销账号" sub="删除账号和全部个人资料" to={pathOf('user/logOut')} />
            </Card>
          </>
        )}
      </Async>
    </Box>
  )
}
