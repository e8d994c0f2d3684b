import { View } from '@tarojs/components'

export default function UserLogOutPage() {
  return <View>user/logOut</View>
}
