import { getInvite } from '@yunji/contract/user/account-calls'
import { useCall } from '../../shared/api/query.ts'
import { showToast } from '../../shared/feedback/toast.ts'
import { copyText } from '../../shared/platform/copy-text'
import { Async } from '../../shared/ui/async.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Inset } from '../../shared/ui/card.tsx'
import { Box } from '../../shared/ui/elements'
import { Sheet } from '../../shared/ui/sheet.tsx'
import { inviteLink } from './invite-link.ts'
import styles from './invite-sheet.module.css'

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
          <Button onTap={() => void copy(inviteLink(inviteCode), '邀请链接已复制')}>复制邀请链接</Button>
          <Button look="outline" onTap={() => void copy(inviteCode, '邀请码已复制')}>
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

/** What a friend needs to come through this user. */
export function InviteSheet({ isOpen, onClose }: InviteSheetProps) {
  return (
    <Sheet isOpen={isOpen} title="邀请好友" onClose={onClose}>
      <OwnInvite />
    </Sheet>
  )
}
