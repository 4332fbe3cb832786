import type { Verdict } from '@dalyan/contracts/diagnosis'
import type { Language } from '@dalyan/contracts/errors'
import type { TerminalStatus } from '@dalyan/contracts/terminals'
import type { EvidenceCode, LinkEndReason } from './diagnosis.rules.ts'

/**
 * Why a verdict's next steps differ: `inactive` covers three statuses, `disconnected` a server that was stopped, `unknown` an unknown connection;
 * a device of a LoRaWAN network has no connection of its own, and no decoder makes its messages unreadable.
 */
export type StepsOf =
  | Verdict
  | 'unauthorized'
  | 'deleted'
  | 'stopped'
  | 'low_battery'
  | 'no_readings'
  | 'behind_broker'
  | 'lorawan'
  | 'not_decoded'

interface DiagnosisTexts {
  evidence: Record<EvidenceCode, string>
  /** At most three steps each. */
  steps: Record<StepsOf, readonly string[]>
  reasons: Record<LinkEndReason, string>
  statuses: Record<TerminalStatus, string>
  units: Record<'second' | 'minute' | 'hour' | 'day', string>
}

const TR: DiagnosisTexts = {
  evidence: {
    connected: 'bağlandı ({address})',
    connected_now: 'bağlandı, bağlantı sürüyor ({address})',
    own_broker: 'bağlantısı bilinmiyor: ölçümler, bağlantıları bildirmeyen ayrı bir MQTT aracısından da geliyor',
    disconnected: 'bağlantı bitti: {reason} ({address})',
    turned_away: 'bağlantı isteği reddedildi, toplam {count} ({address})',
    wrong_key: 'bağlantı reddedildi: anahtar yanlış, toplam {count} ({address})',
    old_key: 'bağlantı reddedildi: süresi dolmuş eski anahtar, toplam {count} ({address})',
    revoked_key: 'bağlantı reddedildi: kapatılmış anahtar, toplam {count} ({address})',
    wrong_topic: 'mesaj başka bir konuya geldi: {topic}',
    unreadable: 'mesaj okunamadı: {raw}',
    not_decoded: 'mesajın içeriği çözülmeden geldi: {raw}',
    unknown_names: 'mesajda bilinen bir ad yok; gelen: {names}',
    text_values: 'sayı yerine başka bir değer geldi: {name} = {raw}',
    out_of_bounds: 'değer fiziksel sınırların dışında: {name} = {raw}',
    wrong_clock: 'cihazın saati yanlış: {time}',
    too_old: 'ölçüm çok eski olduğu için alınmadı: {raw}',
    created: 'terminal oluşturuldu; o günden beri hiç bağlanmadı',
    status: 'durumu: {status}',
    refused: 'reddedilen mesaj: {count}',
    key_made: 'anahtar yenilendi',
    last_reading: 'son ölçüm alındı ({address})',
    metric_ended: 'son {metric} değeri',
    clock_behind: 'gelen en yeni ölçümün saati {seconds} geride',
    interval: 'mesaj aralığı {seconds}, beklenen {expected_seconds}',
    bad_health: 'pil ya da sinyal değeri alınmadı: {name} = {raw}',
    battery: 'pil %{percent} idi',
    signal: 'son sinyal {rssi} dBm, SNR {snr} dB',
    place: '{name}: {total} terminalden {silent} tanesi {seconds} içinde sustu',
  },
  steps: {
    ok: [],
    never_connected: [
      'Cihazın açık ve ağa bağlı olduğunu denetleyin.',
      'Cihaza bu terminalin kodunu, anahtarını ve sunucunun adresini girin.',
      'Cihaz başka bir kodla bağlanıyor olabilir; terminal listesinde “Yetkisiz” bekleyenlere bakın.',
    ],
    wrong_key: [
      'Cihazdaki kodu ve anahtarı denetleyin.',
      'Anahtar elinizde yoksa yenileyin ve karekodu cihaza okutun.',
      'İlk ölçüm gelince bu kart kendiliğinden düzelir.',
    ],
    old_key: [
      'Yenilenen anahtarı cihaza girin.',
      'Anahtar elinizde yoksa yeniden yenileyin ve karekodu cihaza okutun.',
    ],
    revoked_key: [
      'Yeni anahtarı cihaza girin.',
      'Anahtar elinizde yoksa yeniden yenileyin ve karekodu cihaza okutun.',
      'Anahtarı siz kapatmadıysanız kayıtlara bakın.',
    ],
    banned: ['Cihaz güvenilirse yasağı kaldırın; anahtarı aynı kalır.', 'Değilse cihazı kapatın.'],
    inactive: ['Terminali “Aktif” yapın.', 'Cihaz bir sonraki denemesinde kendi anahtarıyla bağlanır.'],
    unauthorized: [
      'Adresi ve anahtar parmak izini cihazla karşılaştırın.',
      'Aynıysa terminali yetkilendirin; cihaz kendi anahtarıyla bağlanır.',
    ],
    deleted: ['Terminal gerekliyse geri yükleyin ve “Aktif” yapın.'],
    disconnected: [
      'Cihazın elektriğini ve ağını denetleyin.',
      'Cihaz açıksa yeniden başlatın.',
      'Sunucunun adresine cihazın ağından ulaşıldığını deneyin.',
    ],
    low_battery: [
      'Cihazın pilini değiştirin ya da şarj edin.',
      'Pil yeniyse cihazı yeniden başlatın ve ağını denetleyin.',
    ],
    stopped: ['Sunucu yeniden başladı; cihazın yeniden bağlanmasını bekleyin.', 'Bağlanmazsa cihazı yeniden başlatın.'],
    behind_broker: [
      'Cihazın elektriğini ve ağını denetleyin.',
      'MQTT aracısının kaydında bu terminalin bağlantısına bakın.',
      'Konunun dalyan/v1/{code}/measurements olduğunu denetleyin.',
    ],
    no_readings: [
      'Cihazın ölçüm göndermeye başladığını denetleyin.',
      'Konunun dalyan/v1/{code}/measurements olduğunu denetleyin.',
    ],
    wrong_topic: [
      'Cihazda konuyu dalyan/v1/{code}/measurements yapın.',
      'Konudaki kod, terminalin koduyla aynı olmalı.',
    ],
    unreadable: [
      'Mesaj geçerli bir JSON olmalı, örnek: {"tank_temperature": 18.4}',
      'Son mesajı “Canlı” sekmesinde cihazın gönderdiğiyle karşılaştırın.',
    ],
    not_decoded: [
      'Ağ sunucusunda cihaz profiline (The Things Stack’te “Payload formatters”) bu cihazın çözücüsünü ekleyin.',
      'Çözücü varsa cihazın bir iletisini ağ sunucusunda deneyin; hata veriyor olabilir.',
    ],
    lorawan: [
      'Ağ sunucusunda cihazın son iletisine ve ağ geçidine bakın.',
      'İleti geliyorsa Ayarlar › Entegrasyonlar’da son bağlantıyı denetleyin.',
      'Gelmiyorsa cihazın pilini ve LoRaWAN adresini denetleyin.',
    ],
    unknown_names: ['Aşağıda gelen adı bir ölçümle eşleyin.', 'Ya da cihazda adları ürünün adlarıyla değiştirin.'],
    text_values: ['Cihaz değeri tırnaksız sayı olarak göndermeli, örnek: {"ph": 7.9}'],
    out_of_bounds: ['Sondanın takılı ve kalibre olduğunu denetleyin.', 'Cihazın birimi farklıysa çarpanla eşleyin.'],
    wrong_clock: [
      'Cihazın saatini ve saat dilimini ayarlayın (UTC ya da farkıyla).',
      'Saat ayarlanamıyorsa cihaz measured_at göndermesin; geliş saati kullanılır.',
      'Birçok cihazda görünüyorsa sunucunun saatini denetleyin.',
    ],
    metrics_missing: [
      'Gelmeyen ölçümün sondasını ve kablosunu denetleyin.',
      'Cihazda bu ölçümün kapatılmadığını denetleyin.',
    ],
    too_seldom: [
      'Cihazın gönderim aralığını kısaltın.',
      'Aralık bilerek uzunsa terminalin “Beklenen aralık” değerini düzeltin.',
    ],
    place_silent: [
      'Bu yerin elektriğini denetleyin.',
      'Elektrik varsa ağ cihazını ya da ağ geçidini yeniden başlatın.',
      'Terminallere tek tek bakmak gerekmez.',
    ],
    unknown: ['Cihazı yeniden başlatın.', 'Düzelmezse kayıtlara ve cihazın kendi kaydına bakın.'],
  },
  reasons: {
    lost: 'bağlantı koptu',
    goodbye: 'cihaz kendisi kapattı',
    timeout: 'cihaz süresinde ses vermedi',
    malformed: 'cihaz MQTT’ye uymayan ya da çok büyük bir mesaj gönderdi',
    unread: 'cihaz yanıtları okumadı',
    not_stored: 'sunucu mesajı kaydedemedi',
    replaced: 'cihaz yeni bir bağlantı açtı',
    refused: 'durumu ya da anahtarı değişti',
    stopped: 'sunucu durduruldu',
  },
  statuses: {
    active: 'Aktif',
    inactive: 'Pasif',
    suspended: 'Askıda',
    unauthorized: 'Yetkisiz',
    banned: 'Yasaklı',
    deleted: 'Silinmiş',
  },
  units: { second: 'sn', minute: 'dk', hour: 'sa', day: 'gün' },
}

const EN: DiagnosisTexts = {
  evidence: {
    connected: 'connected ({address})',
    connected_now: 'connected, and still is ({address})',
    own_broker: 'its connection is unknown: readings also come from an MQTT broker, which does not report connections',
    disconnected: 'connection ended: {reason} ({address})',
    turned_away: 'connection refused, {count} in total ({address})',
    wrong_key: 'connection refused: wrong key, {count} in total ({address})',
    old_key: 'connection refused: an old key that has expired, {count} in total ({address})',
    revoked_key: 'connection refused: a revoked key, {count} in total ({address})',
    wrong_topic: 'a message came on another topic: {topic}',
    unreadable: 'a message could not be read: {raw}',
    not_decoded: 'the content of a message arrived without being decoded: {raw}',
    unknown_names: 'a message holds no known name; received: {names}',
    text_values: 'something else than a number came: {name} = {raw}',
    out_of_bounds: 'a value is outside the physical bounds: {name} = {raw}',
    wrong_clock: 'the clock of the device is wrong: {time}',
    too_old: 'a reading was refused because it is too old: {raw}',
    created: 'the terminal was created, and has never connected since',
    status: 'its status: {status}',
    refused: 'refused messages: {count}',
    key_made: 'the key was rotated',
    last_reading: 'last reading received ({address})',
    metric_ended: 'last value of {metric}',
    clock_behind: 'the time of the newest reading is {seconds} behind',
    interval: 'messages every {seconds}, expected every {expected_seconds}',
    bad_health: 'a battery or signal value was not taken: {name} = {raw}',
    battery: 'the battery was at {percent} %',
    signal: 'last signal {rssi} dBm, SNR {snr} dB',
    place: '{name}: {silent} of {total} terminals fell silent within {seconds}',
  },
  steps: {
    ok: [],
    never_connected: [
      'Check that the device is switched on and has a network.',
      "Enter this terminal's code, its key and the server's address in the device.",
      'The device may use another code: look at the waiting (unauthorized) ones in the list of terminals.',
    ],
    wrong_key: [
      'Check the code and the key in the device.',
      'If you do not have the key, rotate it and let the device scan the QR code.',
      'The first reading puts this card right by itself.',
    ],
    old_key: [
      'Enter the new key in the device.',
      'If you do not have it, rotate it again and let the device scan the QR code.',
    ],
    revoked_key: [
      'Enter the new key in the device.',
      'If you do not have it, rotate it again and let the device scan the QR code.',
      'If it was not you who revoked the key, look at the log.',
    ],
    banned: ['If you trust the device, lift the ban; its key stays the same.', 'If not, switch the device off.'],
    inactive: ['Make the terminal active.', 'The device connects with its own key at its next try.'],
    unauthorized: [
      'Compare the address and the fingerprint of the key with the device.',
      'If they are the same, authorize the terminal; the device connects with its own key.',
    ],
    deleted: ['If the terminal is needed, restore it and make it active.'],
    disconnected: [
      'Check the power and the network of the device.',
      'If the device is on, restart it.',
      "Check that the server's address can be reached from the network of the device.",
    ],
    low_battery: [
      'Replace or charge the battery of the device.',
      'If the battery is new, restart the device and check its network.',
    ],
    stopped: ['The server was restarted; wait until the device connects again.', 'If it does not, restart the device.'],
    behind_broker: [
      'Check the power and the network of the device.',
      'Look for the connection of this terminal in the log of the MQTT broker.',
      'Check that the topic is dalyan/v1/{code}/measurements.',
    ],
    no_readings: [
      'Check that the device has begun to send readings.',
      'Check that its topic is dalyan/v1/{code}/measurements.',
    ],
    wrong_topic: [
      'Set the topic in the device to dalyan/v1/{code}/measurements.',
      "The code in the topic has to be the terminal's.",
    ],
    unreadable: [
      'A message has to be valid JSON, for example {"tank_temperature": 18.4}',
      'Compare the last message in the tab “Live” with the one that the device sends.',
    ],
    not_decoded: [
      'Add a decoder for this device to its device profile at the network server (“Payload formatters” in The Things Stack).',
      'If it has one, try a message of the device there; the decoder may fail.',
    ],
    lorawan: [
      'Look for the last message of the device, and its gateway, at the network server.',
      'If messages arrive there, check the last connection in Settings › Integrations.',
      'If not, check the battery of the device and its LoRaWAN address.',
    ],
    unknown_names: ['Map the received name to a metric below.', "Or change the names in the device to the product's."],
    text_values: ['The device has to send the value as a number without quotation marks, for example {"ph": 7.9}'],
    out_of_bounds: [
      'Check that the probe is connected and calibrated.',
      'If the device uses another unit, map the name with a factor.',
    ],
    wrong_clock: [
      'Set the clock and the time zone of the device (UTC, or with its offset).',
      'If it cannot be set, let the device omit measured_at; the time of arrival is used then.',
      'If many devices show this, check the clock of the server.',
    ],
    metrics_missing: [
      'Check the probe and the cable of the missing metric.',
      'Check that the metric was not switched off in the device.',
    ],
    too_seldom: [
      'Shorten the interval at which the device sends.',
      "If it is long on purpose, correct the terminal's expected interval.",
    ],
    place_silent: [
      'Check the power of this place.',
      'If there is power, restart its network device or gateway.',
      'There is no need to look at each terminal.',
    ],
    unknown: ['Restart the device.', 'If that does not help, look at the log, and at the log of the device.'],
  },
  reasons: {
    lost: 'the connection broke',
    goodbye: 'the device closed it',
    timeout: 'the device was silent for too long',
    malformed: 'the device sent a message that is too large or not MQTT',
    unread: 'the device did not read the answers',
    not_stored: 'the server could not store a message',
    replaced: 'the device opened a new connection',
    refused: 'its status or key changed',
    stopped: 'the server was stopped',
  },
  statuses: {
    active: 'active',
    inactive: 'inactive',
    suspended: 'suspended',
    unauthorized: 'unauthorized',
    banned: 'banned',
    deleted: 'deleted',
  },
  units: { second: 's', minute: 'min', hour: 'h', day: 'days' },
}

export const DIAGNOSIS_TEXTS: Record<Language, DiagnosisTexts> = { tr: TR, en: EN }
