#!/bin/sh
# First process of a phone of real parts, in namespaces of its own (mount, pid, net): init.sh root system host uid
set -eu
root=$1 system=$2 host=$3 uid=$4

mount --bind "$root" "$root"
mount --bind "$system" "$root/system"
mount -o remount,bind,ro "$root/system"
mount --bind "$host" "$root/mnt/host"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=0755 dev "$root/dev"
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mknod -m 666 "$root/dev/null" c 1 3
mknod -m 666 "$root/dev/zero" c 1 5
mknod -m 666 "$root/dev/random" c 1 8
mknod -m 666 "$root/dev/urandom" c 1 9
mknod -m 666 "$root/dev/tty" c 5 0
mount -t tmpfs -o mode=1777 tmp "$root/tmp"
# The services' way to root, set-uid; nobody outside of this mount namespace can reach it.
install -m 4755 "$root/usr/bin/setpriv" "$root/dev/as-root"

# Owners and modes as on Android: apps' data is closed to the shell, shared storage is open to it through /storage.
mount -t tmpfs -o mode=0771,uid=1000,gid=1000 data "$root/data"
cd "$root/data"
umask 0
mkdir -m 0771 data app local misc system property
mkdir -m 0777 misc/clipboard
mkdir -m 0770 media
mkdir -m 0777 media/0
mkdir -m 0771 local/tmp
for folder in Alarms DCIM Documents Download Movies Music Pictures Ringtones Android; do mkdir -m 0777 "media/0/$folder"; done
chown 1000:1000 data app system
chown 1023:1023 media
chown -R 2000:2000 local/tmp media/0
umask 022
mount --bind "$root/data/media/0" "$root/storage/emulated/0"
mount -o remount,bind,ro "$root"

in_phone() { chroot "$root" /usr/bin/toybox env -i PATH=/system/bin HOME=/ TMPDIR=/tmp "$@"; }

in_phone toybox ifconfig lo up
while :; do
  in_phone sh /system/etc/boot.sh
  chroot "$root" /usr/bin/setpriv --reuid "$uid" --regid "$uid" --groups 1004,1007,1011,1015,1028,3001,3002,3003 \
    /usr/bin/toybox env -i PATH=/system/bin HOME=/ TMPDIR=/tmp SHELL=/system/bin/sh ADBD_PORT=5555 \
    /usr/lib/android-sdk/platform-tools/adbd &
  until grep -q ':15B3 .* 0A ' "$root"/proc/1/net/tcp*; do sleep 0.05; done
  in_phone /usr/bin/socat UNIX-LISTEN:/mnt/host/adb.sock,fork,unlink-early TCP:127.0.0.1:5555 &
  until [ -S "$host/adb.sock" ]; do sleep 0.05; done
  touch "$host/is-up"
  # Written by the phone's own reboot command and by whoever has started this phone.
  read -r _ <"$host/control"
  rm -f "$host/adb.sock"
  kill -9 -1 || true
  wait
done
