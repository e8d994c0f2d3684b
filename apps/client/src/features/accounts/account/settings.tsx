import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import { hasExternalPage, openExternalPage } from '../../../shared/accounts/external-page'
import { showError } from '../../../shared/api/show-error.ts'
import { personalPath } from '../../../shared/navigation/page-paths.ts'
import { useIsLoggedIn, useSession } from '../../../shared/session/session.ts'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { gift } from '../../../shared/ui/icon/account.ts'
import { globe } from '../../../shared/ui/icon/device.ts'
import { file } from '../../../shared/ui/icon/files.ts'
import { bell, shield } from '../../../shared/ui/icon/icons.ts'
import { InviteSheet } from './invite-sheet.tsx'

function OwnSettings() {
  const hasNoPassword = useSession((state) => state.showModifyPassword === 1)
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <Card>
        <Cell icon={bell} title="消息设置" to={pathOf('user/messageSet')} />
        <Cell
          icon={shield}
          title="账号与安全"
          value={hasNoPassword ? '建议设置密码' : undefined}
          to={personalPath('security')}
        />
        <Cell icon={gift} title="邀请好友" onTap={() => setInviting(true)} />
        {hasExternalPage && (
          <Cell icon={globe} title="网页版服务" onTap={() => void openExternalPage().catch(showError)} />
        )}
        <Cell icon={file} title="用户协议与隐私政策" to={pathOf('webView/protocol')} />
      </Card>
      <InviteSheet isOpen={isInviting} onClose={() => setInviting(false)} />
    </>
  )
}

/** Settings of the account. */
export function Settings() {
  if (useIsLoggedIn()) return <OwnSettings />
  return (
    <Card>
      <Cell icon={file} title="用户协议与隐私政策" to={pathOf('webView/protocol')} />
    </Card>
  )
}
