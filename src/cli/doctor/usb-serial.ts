import { basename } from 'node:path'
import type { Machine } from './machine.js'

/** A USB serial device as the kernel reports it. */
export interface UsbSerial {
  /** `ttyUSB0`: its current name */
  readonly tty: string
  readonly chip: string | undefined
  /** how long it buffers bytes before sending, ms; only FTDI chips have this latency timer */
  readonly latencyMs: number | undefined
}

const CHIPS: Readonly<Record<string, string>> = {
  '0403': 'FTDI',
  '0483': 'STM32',
  '10c4': 'CP210x',
  '1a86': 'CH340',
}

/** @returns undefined for a device that is not on USB */
export async function usbSerialOf(
  device: string,
  machine: Pick<Machine, 'read' | 'real'>,
): Promise<UsbSerial | undefined> {
  const tty = basename((await machine.real(device)) ?? device)
  const port = `/sys/class/tty/${tty}/device`
  // an interface (ttyACM), or a port of one (ttyUSB); the kernel must resolve `..`, since the path contains a link
  const vendor = (await machine.read(`${port}/../idVendor`)) ?? (await machine.read(`${port}/../../idVendor`))
  if (vendor === undefined) return undefined
  const latency = Number((await machine.read(`${port}/latency_timer`)) ?? NaN)
  return {
    tty,
    chip: CHIPS[vendor.trim()],
    latencyMs: Number.isFinite(latency) ? latency : undefined,
  }
}

/** Whether a CH340 is plugged in, with or without a tty. */
export async function hasCh340(machine: Pick<Machine, 'read' | 'list'>): Promise<boolean> {
  const bus = '/sys/bus/usb/devices'
  for (const name of await machine.list(bus)) {
    const ids = await Promise.all(['idVendor', 'idProduct'].map((id) => machine.read(`${bus}/${name}/${id}`)))
    if (ids.map((id) => id?.trim()).join(':') === '1a86:7523') return true
  }
  return false
}
