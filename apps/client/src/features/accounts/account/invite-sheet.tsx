import { getInvite } from '@yunji/contract/accounts/profile/calls'
import { useCall } from '../../../shared/api/query.ts'
import { shareLink } from '../../../shared/feedback/share-link.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { copyText, shareVerb } from '../../../shared/platform/clipboard'
import { ownOrigin } from '../../../shared/platform/router/location'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Inset } from '../../../shared/ui/card/card.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import styles from './invite-sheet.module.css'

/** Invite type of a shared link. */
const BY_LINK = 'link'

/** Link to the first page with the invitation. */
const inviteLink = (inviteCode: string, origin = ownOrigin()): string =>
  `${origin}/?inviteType=${BY_LINK}&inviteCode=${encodeURIComponent(inviteCode)}`

const copy = async (text: string, done: string): Promise<void> => {
  const isCopied = await copyText(text)
  if (isCopied) showToast(done, 'success')
  else showToast('复制失败，请长按选择文字', 'error')
}

function OwnInvite() {
  return (
    <Async of={useCall(getInvite, {})}>
      {({ inviteCode }) => (
        <Box className={styles.content}>
          <Box as="p" className={styles.hint}>
            好友打开链接并登录后，就会记在你的名下。
          </Box>
          <Inset>
            <Box className={styles.name}>我的邀请码</Box>
            <Box className={styles.code}>{inviteCode}</Box>
            <Box className={styles.link}>{inviteLink(inviteCode)}</Box>
          </Inset>
          <Button
            onTap={() => void shareLink(inviteLink(inviteCode), '邀请链接已复制')}
          >{`${shareVerb}邀请链接`}</Button>
          <Button variant="outline" onTap={() => void copy(inviteCode, '邀请码已复制')}>
            复制邀请码
          </Button>
        </Box>
      )}
    </Async>
  )
}

interface InviteSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Invitation code and link. */
export function InviteSheet({ isOpen, onClose }: InviteSheetProps) {
  return (
    <Sheet isOpen={isOpen} title="邀请好友" onClose={onClose}>
      <OwnInvite />
    </Sheet>
  )
}
