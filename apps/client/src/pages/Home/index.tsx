import { MyDevices } from '../../features/devices/home/my-devices'
import { WelcomePage } from '../../features/devices/home/welcome/welcome-page.tsx'
import { useIsLoggedIn } from '../../shared/session/session.ts'

export { whenReady } from '../../features/devices/home/my-devices'

export default function HomePage() {
  return useIsLoggedIn() ? <MyDevices /> : <WelcomePage />
}
