import { WallPage } from '../../features/devices/wall/wall-page'

export default function DeviceWallPage() {
  return <WallPage />
}
