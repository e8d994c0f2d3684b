import type { ActivationCode } from '@yunji/contract/commerce/activation/schema'
import { showToast } from '../../../shared/feedback/toast.ts'
import { copyText, shareText } from '../../../shared/platform/clipboard'
import { LevelBadge } from '../../../shared/ui/badge/level-badge.tsx'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { classes } from '../../../shared/ui/classes.ts'
import { Box } from '../../../shared/ui/elements/elements'
import { copy, share } from '../../../shared/ui/icon/controls.ts'
import styles from './activation.module.css'
import { codeStateLabels, fateText, givenText, hardwareText } from './code-text.ts'

const copyCode = async (text: string): Promise<void> => {
  if (await copyText(text)) showToast('激活码已复制', 'success')
  else showToast('复制失败，请长按选择文字', 'error')
}

const shareCode = async (text: string): Promise<void> => {
  const outcome = await shareText(text)
  if (outcome === 'copied') showToast('已复制，去粘贴给好友', 'success')
  else if (outcome === 'failed') showToast('分享失败，请复制激活码', 'error')
}

interface CodeCardProps {
  readonly code: ActivationCode
  readonly onUse: () => void
}

/** A code of one's own: to use, to copy, to pass on, or to see what became of it. */
export function CodeCard({ code, onUse }: CodeCardProps) {
  const { state, goodsLevel } = code
  const isUnused = state === 'unused'
  return (
    <Card isPadded>
      <Box className={styles.top}>
        <Box className={styles.given}>{givenText(code)}</Box>
        <LevelBadge level={goodsLevel} />
        <Box className={styles.end}>
          <Tag tone={isUnused ? 'brand' : 'plain'}>{codeStateLabels[state]}</Tag>
        </Box>
      </Box>
      <Box className={styles.note}>{hardwareText(code)}</Box>
      <Box className={classes(styles.code, !isUnused && styles.dead)}>{code.activationCode}</Box>
      <Box className={styles.note}>{fateText(code)}</Box>
      {isUnused && (
        <Box className={styles.ways}>
          <Button variant="outline" size="small" icon={copy} onTap={() => void copyCode(code.activationCode)}>
            复制
          </Button>
          <Button variant="outline" size="small" icon={share} onTap={() => void shareCode(code.shareText)}>
            分享
          </Button>
          <Button variant="tint" size="small" onTap={onUse}>
            自己用
          </Button>
        </Box>
      )}
    </Card>
  )
}
