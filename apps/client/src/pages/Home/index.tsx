import { MyDevices } from '../../features/home/my-devices'
import { WelcomePage } from '../../features/home/welcome-page.tsx'
import { useIsLoggedIn } from '../../shared/session/session.ts'

export default function HomePage() {
  return useIsLoggedIn() ? <MyDevices /> : <WelcomePage />
}
