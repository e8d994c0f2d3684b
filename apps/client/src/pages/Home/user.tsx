import { View } from '@tarojs/components'

export default function HomeUserPage() {
  return <View>Home/user</View>
}
