import { keyCode } from '@yunji/player/input/key-codes'
import { classes } from '../../../../shared/ui/classes.ts'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import { Icon } from '../../../../shared/ui/icon/icon.tsx'
import { navBack, navHome, navRecent } from '../../../../shared/ui/icon/player.ts'
import { useInstance } from '../instance-store.ts'
import { useStage } from '../stage/use-stage.ts'
import styles from './nav-bar.module.css'

const keys = [
  { label: '返回', icon: navBack, code: keyCode.back },
  { label: '主屏幕', icon: navHome, code: keyCode.home },
  { label: '最近任务', icon: navRecent, code: keyCode.recents },
] as const

interface NavBarProps {
  readonly onKey: (keyCode: number) => void
}

/** The three keys of the phone. */
export function NavBar({ onKey }: NavBarProps) {
  const isControl = useInstance(({ player }) => player.mode === 'control')
  const { isWide } = useStage()
  return (
    <Box className={classes(styles.bar, isWide && styles.wide)}>
      {isControl &&
        keys.map(({ label, icon, code }) => (
          <Tap key={label} className={styles.key} label={label} onTap={() => onKey(code)}>
            <Icon of={icon} />
          </Tap>
        ))}
    </Box>
  )
}
