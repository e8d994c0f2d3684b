import { formatCardCode, sharePath } from '@yunji/contract/devices/grant/rules'
import { useWrite } from '../../../shared/api/use-write.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { copyText, shareText, shareVerb } from '../../../shared/platform/clipboard'
import { savePicture } from '../../../shared/platform/files/save-file'
import { ownOrigin } from '../../../shared/platform/router/location'
import { Button } from '../../../shared/ui/button/button.tsx'
import { ShareCardButton } from '../../../shared/ui/button/share-card-button'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { QrCode } from '../../../shared/ui/picture/qr-code.tsx'
import { qrPicture } from '../../../shared/ui/picture/qr-picture.ts'
import styles from './grants.module.css'

export interface MadeShare {
  readonly secret: string
  readonly cardCode: string
  readonly share: { readonly hasPin: boolean }
}

/** Large enough for print. */
const SAVED_SCALE = 16

/** The link, the QR code and the card code of a new share; they are shown this once. */
export function ShareResult({ made, onClose }: { readonly made: MadeShare; readonly onClose: () => void }) {
  const link = `${ownOrigin()}${sharePath({ secret: made.secret })}`
  const tell = (isDone: boolean) => showToast(isDone ? '已复制' : '复制失败，请长按选择', isDone ? 'success' : 'error')
  const { isBusy, run: save } = useWrite(async () => {
    const isSaved = await savePicture(qrPicture(link, SAVED_SCALE), '云手机分享.png')
    showToast(isSaved ? '二维码已保存' : '没有保存，请截屏', isSaved ? 'success' : 'error')
  })
  return (
    <Card className={styles.share}>
      <Box className={styles.shareTop}>
        <Box className={styles.shareLabel}>授权码</Box>
        <TextLink onTap={onClose}>完成</TextLink>
      </Box>
      <Box className={styles.shareHead}>
        <Box className={styles.words}>
          <Box className={styles.code}>{formatCardCode(made.cardCode)}</Box>
          <Box className={styles.link}>{link}</Box>
        </Box>
        <QrCode text={link} label="扫码打开云手机" />
      </Box>
      <Box as="p" className={styles.hint}>
        {`链接、二维码和授权码只显示这一次，请立即发给对方。任何拿到的人都能在有效期内打开。${made.share.hasPin ? '访问密码不在其中，请另外告诉对方。' : ''}`}
      </Box>
      <Box className={styles.actions}>
        <ShareCardButton />
        <Button
          size="small"
          variant={shareVerb === '发送' ? 'primary' : 'outline'}
          onTap={() => void shareText(link).then((outcome) => outcome !== 'shared' && tell(outcome === 'copied'))}
        >
          {`${shareVerb}链接`}
        </Button>
        <Button variant="outline" size="small" onTap={() => void copyText(made.cardCode).then(tell)}>
          复制授权码
        </Button>
        <Button variant="outline" size="small" isBusy={isBusy} onTap={() => save()}>
          保存二维码
        </Button>
      </Box>
    </Card>
  )
}
