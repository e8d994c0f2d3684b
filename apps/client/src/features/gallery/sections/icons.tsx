import { Box } from '../../../shared/ui/elements/elements'
import * as money from '../../../shared/ui/icon/account.ts'
import * as people from '../../../shared/ui/icon/account.ts'
import * as controls from '../../../shared/ui/icon/controls.ts'
import * as form from '../../../shared/ui/icon/controls.ts'
import * as device from '../../../shared/ui/icon/device.ts'
import * as files from '../../../shared/ui/icon/files.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import * as first from '../../../shared/ui/icon/icons.ts'
import * as player from '../../../shared/ui/icon/player.ts'
import type { GallerySection } from '../specimen.tsx'
import { Row, Specimen } from '../specimen.tsx'
import styles from './icons.module.css'

const families = { first, controls, device, files, form, money, people, player }

function Content() {
  return (
    <>
      {Object.entries(families).map(([family, drawings]) => (
        <Specimen key={family} title={family}>
          <Row>
            {Object.entries(drawings).map(([name, drawing]) => (
              <Box key={name} className={styles.icon}>
                <Icon of={drawing} />
                {name}
              </Box>
            ))}
          </Row>
        </Specimen>
      ))}
      <Specimen title="28, 24, 20, 16">
        <Row>
          {([28, 24, 20, 16] as const).map((size) => (
            <Icon key={size} of={first.bell} size={size} />
          ))}
        </Row>
      </Specimen>
    </>
  )
}

export const iconsSection: GallerySection = { id: 'icons', title: '图标', Content }
