// Packets of the least that MQTT 3.1.1 asks, so that the devices of a bench cost the machine little.

export const mqttText = (value: string): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
};

export const mqttPacket = (head: number, body: Buffer): Buffer => {
  const length: number[] = [];
  for (let left = body.length; left > 0 || length.length === 0; left >>= 7) length.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
  return Buffer.concat([Buffer.from([head, ...length]), body]);
};

export const connectPacket = (sn: string, password: string): Buffer =>
  mqttPacket(0x10, Buffer.concat([mqttText("MQTT"), Buffer.from([4, 0xc2, 0, 0]), mqttText(sn), mqttText(sn), mqttText(password)]));
