import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import { hasExternalPage, openExternalPage } from '../../../shared/accounts/external-page'
import { showError } from '../../../shared/api/show-error.ts'
import { setScreenMark, useHasScreenMark } from '../../../shared/devices/screen-mark/screen-mark.ts'
import { tourState } from '../../../shared/guide/tour-state.ts'
import { personalPath } from '../../../shared/navigation/page-paths.ts'
import { openPage } from '../../../shared/platform/router/router.ts'
import { useIsLoggedIn, useSession } from '../../../shared/session/session.ts'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Switch } from '../../../shared/ui/choice/switch.tsx'
import { gift } from '../../../shared/ui/icon/account.ts'
import { globe, play } from '../../../shared/ui/icon/device.ts'
import { bell, eye, shield } from '../../../shared/ui/icon/icons.ts'
import { AboutCard } from './about.tsx'
import { AppearanceCell } from './appearance.tsx'
import { InviteSheet } from './invite-sheet.tsx'

const showTour = (): void => {
  tourState.ask()
  void openPage(pathOf('Home/index'))
}

/** The mark on live screens, for all clients of the account. */
function MarkCell() {
  const isOn = useHasScreenMark()
  const change = (next: boolean) => void setScreenMark(next).catch(showError)
  return (
    <Cell
      icon={eye}
      title="画面水印"
      sub="在画面上显示打码的手机号和时间"
      value={<Switch label="画面水印" isOn={isOn} onChange={change} />}
    />
  )
}

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
        <Cell icon={play} title="新手引导" onTap={showTour} />
        <MarkCell />
        <AppearanceCell />
      </Card>
      <AboutCard />
      <InviteSheet isOpen={isInviting} onClose={() => setInviting(false)} />
    </>
  )
}

/** Settings of the account. */
export function Settings() {
  if (useIsLoggedIn()) return <OwnSettings />
  return (
    <>
      <Card>
        <AppearanceCell />
      </Card>
      <AboutCard />
    </>
  )
}
