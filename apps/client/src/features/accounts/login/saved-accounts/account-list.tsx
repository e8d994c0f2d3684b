import { type AccountRow, accountRowsOf } from '@yunji/contract/accounts/session/saved-accounts'
import { maskPhone } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import { Avatar } from '../../../../shared/accounts/avatar.tsx'
import { useSavedAccounts, useSession } from '../../../../shared/session/session.ts'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../../shared/ui/card/card.tsx'
import { Cell } from '../../../../shared/ui/card/cell.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { plus } from '../../../../shared/ui/icon/controls.ts'
import { account as accountIcon } from '../../../../shared/ui/icon/icons.ts'
import { StatusView } from '../../../../shared/ui/status/status-view.tsx'
import styles from './account-list.module.css'
import { useRemoveAccount, useSwitchAccount } from './switch-account.ts'

const LOGIN_PATH = pathOf('login/login')

const stateOf = ({ isCurrent, hasToken }: AccountRow): string | undefined => {
  if (isCurrent) return '当前账号'
  return hasToken ? undefined : '需重新登录'
}

interface AccountCellProps {
  readonly row: AccountRow
  readonly isManaging: boolean
}

function AccountCell({ row, isManaging }: AccountCellProps) {
  const { account, isCurrent } = row
  const { userId, name, avatar, mobilePhone } = account
  const switching = useSwitchAccount()
  const removal = useRemoveAccount()
  return (
    <Cell
      leading={<Avatar src={avatar} isSmall />}
      title={name ?? `用户 ${userId}`}
      isTitleLarge
      sub={mobilePhone ? maskPhone(mobilePhone) : undefined}
      value={
        isManaging ? (
          <TextLink tone="danger" onTap={() => removal.run(account)}>
            移除
          </TextLink>
        ) : (
          stateOf(row)
        )
      }
      onTap={isManaging || isCurrent ? undefined : () => switching.run(account)}
    />
  )
}

/** Accounts saved on this device. */
export function AccountList() {
  const saved = useSavedAccounts()
  const userId = useSession((state) => state.userId)
  const [isManaging, setManaging] = useState(false)
  if (saved.length === 0)
    return (
      <StatusView
        icon={accountIcon}
        title="还没有登录过的账号"
        hint="登录后，账号会保存在这里，方便切换"
        actions={<Button to={LOGIN_PATH}>登录</Button>}
      />
    )
  return (
    <Box className={styles.accounts}>
      <Card>
        {accountRowsOf(saved, userId).map((row) => (
          <AccountCell key={row.account.userId} row={row} isManaging={isManaging} />
        ))}
      </Card>
      <Box className={styles.add}>
        <Button variant="outline" icon={plus} to={LOGIN_PATH}>
          添加账号
        </Button>
      </Box>
      <Box className={styles.manage}>
        <TextLink tone="ink" onTap={() => setManaging(!isManaging)}>
          {isManaging ? '完成' : '管理账号'}
        </TextLink>
      </Box>
    </Box>
  )
}
