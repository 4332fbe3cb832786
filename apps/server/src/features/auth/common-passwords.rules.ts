/** The commonest passwords and words of this trade, lower case, without the digits that people put behind them. */
const COMMON = new Set(
  `password passw0rd p@ssword p@ssw0rd pa$$word password! passwort motdepasse contraseña senha parola parolam sifre şifre sifrem şifrem sifreler şifreler
  qwerty qwertyui qwertyuiop qwertz qwertzuiop azerty azertyuiop asdf asdfgh asdfghjk asdfghjkl asdfasdf zxcvbn zxcvbnm qweasd qweasdzxc qazwsx qazwsxedc wsxedc
  qwerty123qwerty qwer1234 asdf1234 zxcv1234 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc q1w2e3r4 q1w2e3r4t5 a1b2c3d4 a1s2d3f4 zaq12wsx zaq1zaq1 abc12345 abcd1234
  abc123abc 123qweasd 123qwe123qwe 123qweasdzxc qwe123qwe 1234qwer 12qwaszx 123abc123 pass1234word
  abcdef abcdefg abcdefgh abcdefghi abcdefghij abcdabcd abcabcabc aabbccdd
  iloveyou iloveu ilovegod loveyou iloveme lovelove love4ever forever foreverlove mylove sevgilim askim aşkım askimsin aşkımsın seniseviyorum seni_seviyorum canimsin canım canimbenim bebegim
  princess sunshine football baseball basketball superman batman spiderman pokemon dragon monkey shadow master michael jennifer jordan hunter ranger buster tigger soccer
  hockey killer george charlie andrew michelle jessica ashley daniel thomas robert matthew anthony joshua william nicole amanda samantha elizabeth alexander christian
  computer internet samsung google facebook instagram whatsapp youtube microsoft windows android iphone apple macintosh nintendo playstation minecraft fortnite roblox
  starwars trustno trustno1 welcome welcome! welcome1 letmein letmein! letmeinnow changeme changeit changemenow default access administrator administrador admin adminadmin
  adminpass adminpassword rootroot toor root superuser supervisor test testtest testing tester temppass temporary temp guest guestguest user username userpass login loginlogin
  secret topsecret whatever nothing freedom mustang corvette ferrari porsche mercedes harley yamaha cowboys yankees lakers steelers liverpool chelsea arsenal barcelona
  realmadrid juventus manchester galatasaray fenerbahce fenerbahçe besiktas beşiktaş trabzonspor bursaspor cimbom cimbombom karakartal fenerbahce1907 gs1905 fb1907 bjk1903
  istanbul ankara izmir antalya trabzon bursa adana turkiye türkiye turkey ataturk atatürk mustafakemal mehmet mustafa ahmet fatma ayse ayşe zeynep elif emine hatice
  muhammed bismillah allah allahuakbar allahım inşallah insallah maşallah masallah merhaba merhabalar selam selamlar gunaydin günaydın hosgeldin hoşgeldin hosgeldiniz hoşgeldiniz
  deneme denemedeneme denemesifre yonetici yönetici kullanici kullanıcı kullanicisifre gecici geçici baslangic başlangıç
  dalyan dalyandalyan dalyanadmin admindalyan akvaryum balik balık baliklar balıklar balikci balıkçı balikcilik balıkçılık levrek cipura çipura alabalik alabalık somon karides midye
  aquarium aquaculture fishfarm fishfish fish salmon seabass seabream trout shrimp oyster mussel tank tanktank tanks terminal terminals terminaller sensor sensör sensorler water watertank sutanki
  chocolate cookie cheese butterfly flower flowers blossom angel angels babygirl babyboy sweetheart honey summer winter autumn spring january february august september october november december
  monday friday sunday ocak subat şubat nisan haziran temmuz agustos ağustos eylul eylül ekim kasim kasım aralik aralık pazartesi cumartesi
  jesus jesuschrist christ heaven blessed faith grace money dollar rockstar rocknroll metallica nirvana eminem slipknot linkinpark beatles madonna
  pass passpass passport passphrase passcode keyboard mouse monitor server database oracle postgres postgresql mysql mongodb raspberry raspberrypi arduino mosquitto thingsboard
  q1w2e3 1q2w3e abcd abc qwe qaz xxx aaa zzz hello hellohello helloworld hello_world goodluck goodbye happy happyday lucky number numberone samurai phoenix maverick matrix
  midnight sparky pepper ginger bailey maggie cooper tinkerbell snoopy garfield scooby simpsons pikachu naruto bleach dragonball onepiece
  blink182 fuckyou fuckyou! fuckme asshole bitch nigger pussy hottie sexy sexsex
  correcthorsebatterystaple correct horse battery staple opensesame abracadabra
  p455w0rd pa55word pa55w0rd passw0rd! p@55w0rd adm1n adm!n 4dm1n r00t t3st`
    .split(/\s+/)
    .filter(Boolean),
)

const ROWS = [
  '01234567890123456789',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertyuıopğü',
  'asdfghjklşi',
  'zxcvbnmöç',
  'abcdefghijklmnopqrstuvwxyz',
]

/** Whether many people have this password: listed, listed with digits behind, one part again and again, or a run of keys. */
export function isCommonPassword(password: string): boolean {
  const text = password.trim().toLowerCase()
  const word = text.replace(/[\d.!?*_#-]+$/, '')
  return word === '' ? isSimple(text) : COMMON.has(text) || COMMON.has(word) || isSimple(text) || isSimple(word)
}

function isSimple(text: string): boolean {
  return (
    /^(.{1,4})\1+$/u.test(text) ||
    isRun(text) ||
    /^(19|20)\d{6}$/.test(text) ||
    /^\d{1,2}([./-]?)\d{1,2}\1(19|20)\d\d$/.test(text)
  )
}

function isRun(text: string): boolean {
  const backwards = [...text].reverse().join('')
  return text.length >= 5 && ROWS.some((row) => row.includes(text) || row.includes(backwards))
}
