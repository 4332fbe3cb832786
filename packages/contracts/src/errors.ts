/**
 * Every refusal by name, with its text in both languages. The server sends the text with the code; forms show it at the field.
 * `{name}` parts are filled in from the refusal's details.
 */
export const ERRORS = {
  // the call itself
  unreadable_json: {
    tr: 'İstek okunamadı: gövde geçerli JSON değil.',
    en: 'The request cannot be read: the body is not valid JSON.',
  },
  unreadable_request: { tr: 'İstek okunamadı.', en: 'The request cannot be read.' },
  unauthenticated: { tr: 'Oturum açmanız gerekiyor.', en: 'You need to sign in.' },
  forbidden: { tr: 'Bu işlem için yetkiniz yok.', en: 'You are not allowed to do this.' },
  not_found: { tr: 'Kayıt bulunamadı.', en: 'The record was not found.' },
  stale_edit: { tr: 'Kayıt siz düzenlerken değişti.', en: 'The record changed while you were editing it.' },
  too_large: {
    tr: 'Gönderilen veri çok büyük (en fazla {limit}).',
    en: 'The data sent are too large (at most {limit}).',
  },
  not_json: { tr: 'Gövde türü application/json olmalı.', en: 'The body has to be application/json.' },
  csrf_mismatch: {
    tr: 'Güvenlik anahtarı uyuşmuyor. Sayfayı yenileyip tekrar deneyin.',
    en: 'CSRF token mismatch. Reload the page and try again.',
  },
  invalid: { tr: 'Girilen bilgiler geçersiz.', en: 'The given data are invalid.' },
  too_many_requests: {
    tr: 'Çok fazla istek gönderildi. Lütfen biraz sonra tekrar deneyiniz.',
    en: 'Too many requests. Please try again a little later.',
  },
  not_ready: {
    tr: 'Veritabanına şu anda ulaşılamıyor. Birazdan tekrar deneyin.',
    en: 'The database cannot be reached at the moment. Try again shortly.',
  },
  served_elsewhere: {
    tr: 'Bu adres bu süreçte sunulmuyor (ROLES).',
    en: 'This process does not serve this address (ROLES).',
  },
  internal: {
    tr: 'Beklenmeyen bir hata oluştu. Kayıt numarası: {request_id}',
    en: 'Something unexpected went wrong. Reference: {request_id}',
  },
  // fields
  required: { tr: 'Bu alan gerekli.', en: 'This field is required.' },
  wrong_type: { tr: 'Geçersiz değer türü; beklenen: {tr}.', en: 'Wrong type of value; expected: {en}.' },
  invalid_value: { tr: 'Geçersiz değer; izin verilen: {allowed}.', en: 'Invalid value; allowed: {allowed}.' },
  invalid_format: { tr: 'Biçim geçersiz.', en: 'The format is invalid.' },
  too_small: { tr: 'En az {minimum} olmalı.', en: 'Has to be at least {minimum}.' },
  too_big: { tr: 'En çok {maximum} olmalı.', en: 'Has to be at most {maximum}.' },
  too_short: { tr: 'En az {minimum} karakter olmalı.', en: 'Has to have at least {minimum} characters.' },
  too_long: { tr: 'En çok {maximum} karakter olmalı.', en: 'Has to have at most {maximum} characters.' },
  too_few_items: { tr: 'En az {minimum} öğe olmalı.', en: 'Has to have at least {minimum} items.' },
  too_many_items: { tr: 'En çok {maximum} öğe olmalı.', en: 'Has to have at most {maximum} items.' },
  not_a_whole_number: { tr: 'Tam sayı olmalı.', en: 'Has to be a whole number.' },
  not_one_or_zero: { tr: '1 ya da 0 olmalı.', en: 'Has to be 1 or 0.' },
  invalid_id: { tr: 'Geçersiz kayıt numarası.', en: 'Invalid record number.' },
  unknown_parameter: { tr: 'Böyle bir parametre yok.', en: 'There is no such parameter.' },
  too_many_sorts: { tr: 'En çok 5 alana göre sıralanabilir.', en: 'Can be sorted by at most 5 fields.' },
  unknown_sort: { tr: 'Bu alana göre sıralanamaz.', en: 'Cannot be sorted by this field.' },
  invalid_instant: { tr: 'Tarih ve saat ISO 8601 biçiminde olmalı.', en: 'Date and time have to be in ISO 8601 form.' },
  unknown_metric: { tr: 'Bilinmeyen ölçüm türü.', en: 'Unknown metric.' },
  from_after_to: { tr: 'Bitiş, başlangıçtan sonra olmalı.', en: 'The end has to be after the beginning.' },
  window_too_long: {
    tr: 'En çok {days} günlük bir dönem seçilebilir.',
    en: 'A period of at most {days} days can be chosen.',
  },
  shorter_than_finer: {
    tr: 'Daha ayrıntılı verilerden kısa süre saklanamaz.',
    en: 'Cannot be kept for a shorter time than the finer data.',
  },
  control_characters: {
    tr: 'Görünmeyen denetim karakterleri kullanılamaz.',
    en: 'Control characters are not allowed.',
  },
  // signing in
  email_required: { tr: 'E-posta gerekli', en: 'E-mail is required' },
  email_invalid: { tr: 'Geçerli bir e-posta adresi girin.', en: 'Enter a valid e-mail address.' },
  password_required: { tr: 'Şifre gerekli', en: 'Password is required' },
  wrong_credentials: {
    tr: 'E-posta veya şifre hatalı. Lütfen kontrol ediniz.',
    en: 'Wrong e-mail or password. Please check.',
  },
  passkey_refused: {
    tr: 'Geçiş anahtarı kabul edilmedi. Tekrar deneyin ya da şifrenizle giriş yapın.',
    en: 'The passkey was not accepted. Try again, or sign in by your password.',
  },
  too_many_passkeys: {
    tr: 'En çok {maximum} geçiş anahtarınız olabilir.',
    en: 'You can have at most {maximum} passkeys.',
  },
  too_many_attempts: {
    tr: 'Çok fazla deneme yapıldı. Lütfen daha sonra tekrar deneyiniz.',
    en: 'Too many attempts. Please try again later.',
  },
  signup_disabled: { tr: 'Kayıt şu anda kapalı', en: 'Registration is closed at the moment' },
  passwords_differ: { tr: 'Şifreler eşleşmiyor', en: 'The passwords do not match' },
  password_common: {
    tr: 'Bu şifre çok yaygın. Başka bir şifre seçin.',
    en: 'This password is too common. Choose another one.',
  },
  password_is_identity: {
    tr: 'Şifre, e-posta ya da adla aynı olamaz.',
    en: 'The password must not be the e-mail or the name.',
  },
  wrong_current_password: { tr: 'Mevcut şifre hatalı.', en: 'The current password is wrong.' },
  mail_not_set_up: {
    tr: 'Bu kurulumda e-posta gönderimi kurulu değil. Yöneticinize başvurun.',
    en: 'This installation cannot send e-mail. Ask your administrator.',
  },
  email_already_confirmed: {
    tr: 'E-posta adresiniz zaten doğrulanmış.',
    en: 'Your e-mail address is confirmed already.',
  },
  email_taken: { tr: 'Bu e-posta adresi kullanılıyor.', en: 'This e-mail address is in use.' },
  // records
  code_required: { tr: 'Kod gerekli', en: 'Code is required' },
  code_format: { tr: 'Kod formatı geçersiz (A-Z, 0-9, -, _)', en: 'Invalid code format (A-Z, 0-9, -, _)' },
  code_taken: { tr: 'Bu kod kullanılıyor.', en: 'This code is in use.' },
  record_deleted: {
    tr: 'Bu kayıt silinmiş; yalnızca görüntülenebilir.',
    en: 'This record is deleted; it can only be viewed.',
  },
  record_not_deleted: { tr: 'Bu kayıt silinmiş değil.', en: 'This record is not deleted.' },
  tank_name_required: { tr: 'Tank adı gerekli', en: 'Tank name is required' },
  tank_needs_terminal: {
    tr: 'Aktif durum için önce bir Terminal atanmalıdır',
    en: 'Assign a terminal before making the tank active',
  },
  suspended_until_needs_suspended: {
    tr: 'Bitiş zamanı yalnızca askıdaki kayıt için verilebilir.',
    en: 'An end can only be given while suspended.',
  },
  device_eui_format: {
    tr: 'LoRaWAN adresi 16 onaltılık rakamdan oluşur (0–9, A–F).',
    en: 'A LoRaWAN address has 16 hexadecimal digits (0–9, A–F).',
  },
  device_eui_taken: {
    tr: 'Bu LoRaWAN adresi başka bir terminalde kayıtlı.',
    en: 'Another terminal has this LoRaWAN address.',
  },
  ip_invalid: { tr: 'Geçerli bir IP adresi girin.', en: 'Enter a valid IP address.' },
  unknown_firm: { tr: 'Böyle bir firma yok.', en: 'There is no such firm.' },
  several_firms: {
    tr: 'Bu adda birden çok firma var; kodunu yazın.',
    en: 'Several firms have this name; give the code.',
  },
  unknown_tank: { tr: 'Böyle bir tank yok.', en: 'There is no such tank.' },
  unknown_terminal: { tr: 'Böyle bir terminal yok.', en: 'There is no such terminal.' },
  unknown_range_template: { tr: 'Böyle bir aralık şablonu yok.', en: 'There is no such range template.' },
  template_name_required: { tr: 'Şablon adı gerekli', en: 'Template name is required' },
  template_name_taken: { tr: 'Bu adla bir şablon var.', en: 'There is a template of this name.' },
  range_needs_limit: { tr: 'En az bir sınır girilmeli.', en: 'Give at least one limit.' },
  range_min_not_below_max: {
    tr: 'En az değeri, en çok değerinden küçük olmalı.',
    en: 'The minimum has to be below the maximum.',
  },
  link_needs_end: { tr: 'Bir tankın bağlantısının bitişi olmalı.', en: 'The link of a tank needs an end.' },
  link_end_passed: { tr: 'Bitiş gelecekte olmalı.', en: 'The end has to be in the future.' },
  link_end_too_late: {
    tr: 'Bağlantı en çok {days} gün geçerli olabilir.',
    en: 'A link can be valid for at most {days} days.',
  },
  tank_link_has_firm: {
    tr: 'Bir tankın bağlantısı için firma seçilmez.',
    en: 'The link of a tank takes no firm.',
  },
  range_outside_bounds: {
    tr: 'Sınır {minimum} ile {maximum} arasında olmalı.',
    en: 'The limit has to lie between {minimum} and {maximum}.',
  },
  critical_inside_range: {
    tr: 'Kritik sınır, aralığın dışında olmalı.',
    en: 'The critical limit has to lie outside the range.',
  },
  template_in_use: { tr: 'Şablonu kullanan tanklar var: {names}', en: 'Tanks use this template: {names}' },
  // bulk files
  csv_empty: { tr: 'Dosyada kayıt yok.', en: 'The file holds no record.' },
  csv_unreadable: {
    tr: 'Dosya {line}. satırdan sonra okunamadı; tırnak işaretlerini denetleyin.',
    en: 'The file cannot be read beyond line {line}; check its quotation marks.',
  },
  csv_column_missing: {
    tr: 'İlk satırda “{tr}” sütunu yok. Orada olanlar: {read}.',
    en: 'The first line does not name the column “{en}”. It names: {read}.',
  },
  csv_column_twice: {
    tr: 'İlk satır “{tr}” sütununu iki kez adlandırıyor.',
    en: 'The first line names the column “{en}” twice.',
  },
  csv_too_many_columns: {
    tr: 'Dosyada en çok {maximum} sütun olabilir.',
    en: 'A file holds at most {maximum} columns.',
  },
  csv_too_many_rows: {
    tr: 'Dosyada en çok {maximum} kayıt olabilir; bu dosyada {count} var.',
    en: 'A file holds at most {maximum} records; this one has {count}.',
  },
  csv_too_many_cells: {
    tr: 'Satırda sütun adlarından çok hücre var; ayırıcı içeren metni tırnak içine alın.',
    en: 'The row has more cells than there are columns; put a text that holds the separator in quotation marks.',
  },
  csv_rows_invalid: {
    tr: '{count} satırda hata var; hiçbir kayıt oluşturulmadı.',
    en: '{count} rows have errors; nothing was created.',
  },
  unknown_status: { tr: 'Böyle bir durum yok; olabilenler: {tr}.', en: 'There is no such status; possible: {en}.' },
  unknown_terminals: { tr: 'Böyle bir terminal yok: {codes}', en: 'There is no such terminal: {codes}' },
  terminal_twice_in_file: {
    tr: '{code} terminali dosyada {line}. satırda da var.',
    en: 'Terminal {code} stands in row {line} of the file as well.',
  },
  repeated_in_file: { tr: 'Dosyada {line}. satırda da var.', en: 'Stands in row {line} of the file as well.' },
  // users, firms
  firm_name_required: { tr: 'Firma adı gerekli', en: 'Firm name is required' },
  firm_loop: {
    tr: 'Bir firma kendisine ya da kendi altındaki bir firmaya bağlanamaz.',
    en: 'A firm cannot belong to itself or to a firm below it.',
  },
  firm_in_use: { tr: 'Firmaya bağlı kayıtlar var: {names}', en: 'Records belong to this firm: {names}' },
  operator_needs_firm: { tr: 'Operatör bir firmaya bağlı olmalı.', en: 'An operator needs a firm.' },
  last_admin: {
    tr: 'Son yönetici silinemez ve yetkisi alınamaz.',
    en: 'The last administrator can neither be deleted nor lose the role.',
  },
  own_account: { tr: 'Kendi hesabınızı silemezsiniz.', en: 'You cannot delete your own account.' },
  password_change_required: { tr: 'Önce geçici şifrenizi değiştirin.', en: 'Change your temporary password first.' },
  password_unchanged: {
    tr: 'Yeni şifre, geçici şifreden farklı olmalı.',
    en: 'The new password has to differ from the temporary one.',
  },
  step_needs_all: {
    tr: 'Ortalamalar yalnızca bütün ölçümlerden hesaplanır; aralık dışı süzgecini kaldırın.',
    en: 'Means are taken of all readings only; remove the filter of those out of range.',
  },
  invalid_days: {
    tr: 'Gün YYYY-AA-GG ya da YYYY-AA-GG..YYYY-AA-GG biçiminde olmalı.',
    en: 'Has to be a day YYYY-MM-DD or two with .. between.',
  },
  // orders
  order_step: { tr: 'Sipariş bu duruma geçemez.', en: 'The order cannot take this step.' },
  order_frozen: {
    tr: 'Gönderilmiş ya da iptal edilmiş siparişin kalemleri değiştirilemez.',
    en: 'The items of an order that is shipped or cancelled cannot change.',
  },
  order_needs_firm: { tr: 'Sipariş için bir firma gerekli.', en: 'An order needs a firm.' },
  origin_by_admins: {
    tr: 'Kaynak tankı yalnızca yöneticiler belirtir.',
    en: 'Only administrators name the tank of origin.',
  },
  // devices
  unknown_device: { tr: 'Terminal ya da anahtar geçersiz.', en: 'Unknown terminal or wrong key.' },
  unknown_integration: { tr: 'Entegrasyonun gizli anahtarı geçersiz.', en: 'The secret of the integration is wrong.' },
  no_device_eui: {
    tr: 'İletide cihazın LoRaWAN adresi yok; entegrasyonun türünü denetleyin.',
    en: 'The message names no LoRaWAN device; check the kind of the integration.',
  },
  not_decoded: {
    tr: 'İletinin içeriği çözülmemiş: ağ sunucusunda bu cihaz için çözücü yok.',
    en: 'The message is not decoded: the network server has no decoder for this device.',
  },
  device_inactive: { tr: 'Terminal etkin değil.', en: 'The terminal is not active.' },
  no_reading_accepted: { tr: 'Hiçbir ölçüm kabul edilmedi.', en: 'No reading was accepted.' },
  other_topic: {
    tr: 'Bu konudan ölçüm alınmaz; ölçümler {topic} konusuna gönderilir.',
    en: 'Nothing is stored from this topic; readings go to {topic}.',
  },
  other_value_stored: {
    tr: 'Aynı an için başka bir değer kayıtlı; kayıtlı değer korundu.',
    en: 'Another value is stored for the same time; the stored one stays.',
  },
  scale_zero: { tr: 'Çarpan sıfır olamaz.', en: 'The factor must not be zero.' },
  key_map_too_long: { tr: 'En çok 50 ad eşlenebilir.', en: 'At most 50 names can be mapped.' },
  unknown_key_profile: { tr: 'Böyle bir eşleme profili yok.', en: 'There is no such key profile.' },
  key_profile_name_required: { tr: 'Profil adı gerekli', en: 'Profile name is required' },
  key_profile_name_taken: { tr: 'Bu adla bir profil var.', en: 'There is a profile of this name.' },
  key_profile_in_use: { tr: 'Profili kullanan terminaller var: {names}', en: 'Terminals use this profile: {names}' },
  key_map_name: {
    tr: 'Eşlenen ad 1–64 karakter olmalı; measured_at, ts ve values eşlenemez.',
    en: 'A mapped name has 1 to 64 characters; measured_at, ts and values cannot be mapped.',
  },
  too_many_readings: { tr: 'Bir iletide en çok 1.000 ölçüm olabilir.', en: 'A message holds at most 1,000 readings.' },
  empty_message: { tr: 'İletide ölçüm yok.', en: 'The message holds no reading.' },
  not_a_reading: { tr: 'Ölçüm bir JSON nesnesi olmalı.', en: 'A reading has to be a JSON object.' },
  no_metric: { tr: 'Ölçümde kullanılabilir değer yok.', en: 'The reading holds no usable value.' },
  too_old: { tr: 'Ölçüm çok eski (en fazla {days} gün).', en: 'The reading is too old (at most {days} days).' },
  implausible: {
    tr: 'Değer fiziksel sınırların dışında ({minimum}…{maximum}).',
    en: 'The value is outside the physical bounds ({minimum}…{maximum}).',
  },
  not_a_number: { tr: 'Değer bir sayı olmalı.', en: 'The value has to be a number.' },
  // alarms, live
  shelved_too_long: {
    tr: 'Bu alarm en çok {hours} saat ertelenebilir.',
    en: 'This alarm may be shelved for at most {hours} hours.',
  },
  link_over: { tr: 'Bu bağlantının süresi dolmuş ya da geçersiz.', en: 'This link has expired or is not valid.' },
  alarm_closed: { tr: 'Alarm kapanmış.', en: 'The alarm is closed.' },
  in_future: { tr: 'Zaman gelecekte olamaz.', en: 'The time cannot lie in the future.' },
  too_many_exports: {
    tr: 'Şu anda başka dosyalar hazırlanıyor. Lütfen biraz sonra tekrar deneyin.',
    en: 'Other files are being made at the moment. Please try again a little later.',
  },
  unknown_entry: { tr: 'Bu tankta böyle bir günlük kaydı yok.', en: 'The tank has no such journal entry.' },
  handover_taken: { tr: 'Bu vardiya zaten devralındı.', en: 'This handover was taken already.' },
  too_many_notes: {
    tr: 'Bu devre daha fazla not eklenemez.',
    en: 'No more notes can be added to this handover.',
  },
  unknown_taker: {
    tr: 'Bu kullanıcı vardiyayı devralamaz.',
    en: 'This user cannot take the shift over.',
  },
  already_corrected: { tr: 'Bu kayıt zaten düzeltilmiş.', en: 'This entry was corrected already.' },
  same_instant: { tr: 'Bu an için zaten bir ölçüm var.', en: 'There is a reading for this instant already.' },
  invalid_time_of_day: { tr: 'Saat SS:DD biçiminde olmalı.', en: 'The time has to be in the form HH:MM.' },
  invalid_month: { tr: 'Ay, YYYY-AA biçiminde olmalı.', en: 'The month has to be in the form YYYY-MM.' },
  month_not_begun: { tr: 'Bu ay henüz başlamadı.', en: 'This month has not begun yet.' },
  unknown_time_zone: { tr: 'Böyle bir saat dilimi yok.', en: 'There is no such time zone.' },
  unknown_placeholder: {
    tr: 'Şablonda bilinmeyen bir alan adı var.',
    en: 'The template names a field that does not exist.',
  },
  template_not_json: {
    tr: 'Şablon JSON gibi başlıyor ama JSON değil: {reason}',
    en: 'The template begins like JSON and is none: {reason}',
  },
  invalid_host: { tr: 'Adresteki sunucu adı geçersiz.', en: 'The host name in the address is not valid.' },
  https_required: { tr: 'Adres https:// ile başlamalı.', en: 'The address has to begin with https://.' },
  only_admins: { tr: 'Bunu yalnızca yöneticiler seçebilir.', en: 'Only administrators may choose this.' },
  not_on_call: {
    tr: 'Bu kişi bu firmanın alarmlarını onaylayamaz.',
    en: 'This person cannot acknowledge alarms of this firm.',
  },
  twice_on_call: { tr: 'Bu kişi sırada iki kez var.', en: 'This person stands in the order twice.' },
  channel_not_ready: { tr: 'Bu kanal kurulmamış: {tr}.', en: 'This channel is not set up: {en}.' },
  channel_failed: { tr: 'Gönderilemedi: {reason}', en: 'It could not be sent: {reason}' },
  /** The same for users who are not administrators, because the reason concerns the installation. */
  not_sent: { tr: 'Gönderilemedi.', en: 'It could not be sent.' },
  private_address: {
    tr: 'Adres özel bir ağa gidiyor; kurulum buna izin vermiyor.',
    en: 'The address leads into a private network, which this installation does not allow.',
  },
  // brand
  colour_format: { tr: 'Renk #RRGGBB biçiminde olmalı.', en: 'The colour has to be in the form #RRGGBB.' },
  colour_on_ground: {
    tr: 'Bu renk zeminden yeterince ayrılmıyor (karşıtlık en az 3:1 olmalı).',
    en: 'This colour does not stand out from its ground (a contrast of at least 3:1 is needed).',
  },
  colour_under_text: {
    tr: 'Bu rengin üzerindeki yazı okunmuyor (karşıtlık en az 4,5:1 olmalı).',
    en: 'Text on this colour is not legible (a contrast of at least 4.5:1 is needed).',
  },
  phone_invalid: { tr: 'Geçerli bir telefon numarası girin.', en: 'Enter a valid phone number.' },
  website_invalid: {
    tr: 'Adres http:// veya https:// ile başlayan geçerli bir web adresi olmalı.',
    en: 'Has to be a valid web address that begins with http:// or https://.',
  },
  logo_type: { tr: 'Logo PNG, JPEG veya WebP olmalı.', en: 'The logo has to be PNG, JPEG or WebP.' },
  logo_too_large: { tr: 'Logo en fazla {limit} olabilir.', en: 'The logo may have at most {limit}.' },
  logo_side: {
    tr: 'Logonun eni ve boyu {least} ile {most} piksel arasında olmalı.',
    en: 'The logo has to be between {least} and {most} pixels wide and high.',
  },
  picture_type: { tr: 'Resim PNG, JPEG veya WebP olmalı.', en: 'The picture has to be PNG, JPEG or WebP.' },
  picture_too_large: { tr: 'Resim en fazla {limit} olabilir.', en: 'The picture may have at most {limit}.' },
  picture_side: {
    tr: 'Resmin eni ve boyu {least} ile {most} piksel arasında olmalı.',
    en: 'The picture has to be between {least} and {most} pixels wide and high.',
  },
  picture_damaged: {
    tr: 'Resim eksik, bozuk ya da hareketli; başka bir dosya seçin.',
    en: 'The picture is incomplete, damaged or animated; choose another file.',
  },
  tank_placed_twice: { tr: 'Bir tank plana iki kez konamaz.', en: 'A tank cannot be placed on the plan twice.' },
  unknown_channel: { tr: 'Böyle bir kanal yok.', en: 'There is no such channel.' },
} as const satisfies Record<string, { tr: string; en: string }>

export type ErrorCode = keyof typeof ERRORS
export type Language = 'tr' | 'en'

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code)
}

/** The text of a refusal in one language, its `{parts}` filled in. */
export function errorText(code: ErrorCode, language: Language, parts: Readonly<Record<string, unknown>> = {}): string {
  return ERRORS[code][language].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(parts[name] ?? ''))
}

/** A record that depends on another and so prevents its deletion. */
export interface Dependent {
  kind: 'tank' | 'firm' | 'user' | 'terminal'
  id: number
  /** Its code, or a user's name. */
  name: string
}

/** The body of every refusal. */
export interface ErrorBody {
  message: string
  code: string
  errors?: Record<string, string[]>
  /** With `firm_in_use`, `template_in_use` and `key_profile_in_use`: the first dependents. */
  dependents?: Dependent[]
}
