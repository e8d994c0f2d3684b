import { OptionTile } from '../../../shared/ui/choice/option-tile.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { edit } from '../../../shared/ui/icon/controls.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import styles from './recharge.module.css'

interface OwnAmountTileProps {
  /** Beside tiles of two lines. */
  readonly isHigh?: boolean
  readonly isSelected: boolean
  readonly onTap: () => void
}

/** Tile of a custom amount. */
export function OwnAmountTile({ isHigh, ...choice }: OwnAmountTileProps) {
  return (
    <OptionTile
      {...choice}
      title="自定义"
      value={
        isHigh && (
          <Box className={styles.own}>
            <Icon of={edit} size={20} />
          </Box>
        )
      }
    />
  )
}
