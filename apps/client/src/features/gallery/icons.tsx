import { Box } from '../../shared/ui/elements'
import { Icon } from '../../shared/ui/icon.tsx'
import * as controls from '../../shared/ui/icons/controls.ts'
import * as device from '../../shared/ui/icons/device.ts'
import * as files from '../../shared/ui/icons/files.ts'
import * as form from '../../shared/ui/icons/form.ts'
import * as money from '../../shared/ui/icons/money.ts'
import * as people from '../../shared/ui/icons/people.ts'
import * as player from '../../shared/ui/icons/player.ts'
import * as first from '../../shared/ui/icons.ts'
import styles from './icons.module.css'
import type { GallerySection } from './section.ts'
import { Row, Specimen } from './specimen.tsx'

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
