import { QUALITIES, type QualityName } from '@yunji/player/player-state'
import { showError } from '../../../../shared/api/show-error.ts'
import { setScreenMark, useHasScreenMark } from '../../../../shared/devices/screen-mark/screen-mark.ts'
import { ChoiceGroup } from '../../../../shared/ui/choice/choice-group'
import { classes } from '../../../../shared/ui/classes.ts'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import { useInstance } from '../instance-store.ts'
import { useStage } from '../stage/use-stage.ts'
import glass from './glass.module.css'
import styles from './quality-panel.module.css'

interface QualityPanelProps {
  /** The mini-program has its own switch: its web view has no login to store the choice with. */
  readonly canMark: boolean
  readonly onChoose: (quality: QualityName) => void
}

/** Choice of the picture quality. */
export function QualityPanel({ canMark, onChoose }: QualityPanelProps) {
  const isOpen = useInstance(({ panel }) => panel === 'quality')
  const qualities = useInstance(({ player }) => player.qualities)
  const current = useInstance(({ player }) => player.quality)
  const hasMark = useHasScreenMark()
  const { isWide, isPictureWide, isRoomy } = useStage()
  if (!isOpen) return null
  return (
    <Box
      className={classes(
        glass.glass,
        styles.panel,
        isRoomy && styles.beside,
        isPictureWide && styles.atEdge,
        isWide && styles.wide,
      )}
    >
      <Box className={styles.title}>画质</Box>
      <ChoiceGroup role="radiogroup" label="画质">
        {qualities.map((name) => (
          <Tap
            key={name}
            className={classes(styles.choice, name === current && styles.on)}
            choice="radio"
            isChecked={name === current}
            isTabStop={name === current}
            onTap={() => onChoose(name)}
          >
            <Box className={styles.label}>{QUALITIES[name].label}</Box>
            <Box className={styles.note}>{QUALITIES[name].note}</Box>
          </Tap>
        ))}
      </ChoiceGroup>
      {canMark && (
        <Tap
          className={styles.choice}
          choice="switch"
          isChecked={hasMark}
          label="画面水印"
          onTap={() => void setScreenMark(!hasMark).catch(showError)}
        >
          <Box className={styles.label}>画面水印</Box>
          <Box className={styles.note}>{hasMark ? '已开启' : '已关闭'}</Box>
        </Tap>
      )}
    </Box>
  )
}
