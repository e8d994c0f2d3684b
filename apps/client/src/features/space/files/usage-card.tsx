import { formatFileSize } from '@yunji/contract/display/text'
import { formatDate } from '@yunji/contract/display/time'
import { pathOf } from '@yunji/contract/pages'
import { Button } from '../../../shared/ui/button/button.tsx'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { classes } from '../../../shared/ui/classes.ts'
import { Box } from '../../../shared/ui/elements/elements'
import { plus } from '../../../shared/ui/icon/controls.ts'
import { alert } from '../../../shared/ui/icon/icons.ts'
import { ProgressRing } from '../../../shared/ui/progress/progress-ring.tsx'
import { Bone, Skeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { ringParts, type Space, usageParts, usedPercent } from './usage.ts'
import styles from './usage-card.module.css'

interface UsageCardProps {
  readonly space: Space
}

/** How much is used, by what, of how much, and until when. */
export function UsageCard({ space }: UsageCardProps) {
  const { usedBytes, quotaBytes, planEndsAt, isReadOnly, deletesFrom, lastChanceBytes } = space
  return (
    <>
      {isReadOnly && (
        <Box className={styles.notice}>
          <NoticeBar
            tone="dead"
            icon={alert}
            text={`空间已超出容量，不能再添加；${formatDate(deletesFrom)} 起从最早的文件和备份开始删除`}
            action="去扩容"
            to={pathOf('Space/BuySpace')}
          />
        </Box>
      )}
      <Box className={styles.card}>
        <Box className={styles.top}>
          <ProgressRing label="已用空间" parts={ringParts(space)}>
            <Box className={styles.percent}>
              {usedPercent(space)}
              <Box as="span" className={styles.sign}>
                %
              </Box>
            </Box>
            <Box className={styles.caption}>已使用</Box>
          </ProgressRing>
          <Box className={styles.words}>
            <Box className={styles.used}>{formatFileSize(usedBytes)}</Box>
            <Box className={styles.total}>{`共 ${formatFileSize(quotaBytes)}`}</Box>
            <Box as="ul" className={styles.legend}>
              {usageParts(space).map(({ label, tone, bytes }) => (
                <Box as="li" key={label} className={styles.part}>
                  <Box className={classes(styles.dot, styles[tone])} isDecoration />
                  <Box className={styles.label}>{label}</Box>
                  <Box className={styles.bytes}>{formatFileSize(bytes)}</Box>
                </Box>
              ))}
            </Box>
          </Box>
        </Box>
        {planEndsAt !== null && (
          <Box className={styles.note}>{`最近到期的套餐：${formatDate(planEndsAt, 'YYYY-MM-DD HH:mm')}`}</Box>
        )}
        {lastChanceBytes > 0 && (
          <Box className={styles.note}>{`另有到期前自动备份 ${formatFileSize(lastChanceBytes)}，不占空间`}</Box>
        )}
        <Box className={styles.action}>
          <Button variant="tint" size="medium" icon={plus} to={pathOf('Space/BuySpace')}>
            扩容空间
          </Button>
        </Box>
      </Box>
    </>
  )
}

/** The card in outline. */
export function UsageSkeleton() {
  return (
    <Skeleton>
      <Box className={styles.card}>
        <Box className={styles.top}>
          <Bone width={128} height={128} shape="round" />
          <Box className={styles.bones}>
            <Bone width={96} height={20} />
            <Bone height={12} />
            <Bone height={12} />
            <Bone height={12} />
          </Box>
        </Box>
        <Box className={styles.action}>
          <Bone height={44} shape="pill" />
        </Box>
      </Box>
    </Skeleton>
  )
}
