import { foldText } from '@dalyan/contracts/fold-text'

/**
 * Passwords missing from the international list: Turkish words, names, towns and clubs, words of this trade, and
 * well-known patterns. Folded: lower case, without Turkish diacritics and without the digits that users append.
 */
const TURKISH_AND_TRADE = new Set(
  `sifre sifrem sifreler sifreleme parola parolam parolaparola gizlisifre yenisifre eskisifre sifresifre sifreyok sifremiunuttum kullanicisifre denemesifre
  giris girisgiris kullanici kullaniciadi yonetici yoneticisifre sistem sistemyonetici gecici gecicisifre baslangic ilksifre deneme denemedeneme testsifre
  merhaba merhabalar selam selamlar selamunaleykum gunaydin iyigunler iyiaksamlar hosgeldin hosgeldiniz hoscakal tesekkurler lutfen evet hayir tamam
  askim askimsin askimaskim sevgilim sevgilimsin canim canimsin canimbenim birtanem bebegim hayatim hayatimsin kalbim ruhum melegim prensesim
  seniseviyorum seni_seviyorum senicokseviyorum seviyorum asklarim gulum cicegim gunesim yildizim bitanem herseyim umudum
  allah allahim allahuakbar bismillah bismillahirrahmanirrahim insallah masallah elhamdulillah subhanallah muhammed muhammet ramazan kuran kabe hzmuhammed
  turkiye turkiyem turkiyecumhuriyeti turkiyeturkiye ataturk mustafakemal mustafakemalataturk mkemalataturk cumhuriyet vatan bayrak ayyildiz mehmetcik nemutluturkum
  istanbul istanbullu ankara ankarali izmir izmirli antalya antalyali trabzon bursa bursali adana adanali konya kayseri gaziantep sanliurfa diyarbakir mersin
  samsun eskisehir sakarya denizli mugla bodrum marmaris fethiye milas aydin manisa balikesir canakkale tekirdag edirne kocaeli ordu giresun rize artvin sinop
  erzurum erzincan malatya elazig sivas tokat amasya corum kastamonu zonguldak bolu duzce afyon usak kutahya isparta burdur hatay osmaniye kahramanmaras
  galatasaray galatasarayli fenerbahce fenerbahceli besiktas besiktasli trabzonspor bursaspor goztepe karsiyaka cimbom cimbombom karakartal sarikanarya aslanim
  ultraslan genclerbirligi fenerbahce1907 gs1905 fb1907 bjk1903 ts1967 bordomavi sarikirmizi sarilacivert siyahbeyaz
  ahmet mehmet mustafa ali hasan huseyin ibrahim ismail osman yusuf murat omer ramazan halil suleyman abdullah mahmut recep salih fatih kadir emre hakan serkan
  burak volkan onur tolga cem kerem berkay furkan enes kaan eren mert baris deniz umut yigit arda alperen bilal kemal orhan erdogan
  fatma ayse emine hatice zeynep elif meryem serife zehra sultan hanife merve busra esra kubra tugba gamze ozge gizem selin melisa ceren irem damla ebru pinar
  yasemin dilek sevgi songul nurcan gulsen aysegul ayseayse fatmafatma ahmetahmet mehmetmehmet
  yilmaz kaya demir celik sahin yildiz yildirim ozturk aydinlar arslan dogan kilic aslan cetin kara koc kurt ozkan simsek polat korkmaz cakir erdem
  ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik pazartesi sali carsamba persembe cuma cumartesi pazar ilkbahar sonbahar yaz kis
  anne annem babam ailem kardesim oglum kizim arkadas arkadasim dostum ogretmen ogrenci okul universite doktor muhendis bilgisayar telefon internet televizyon
  kirmizi sari mavi yesil siyah beyaz mor pembe turuncu kedi kopek kartal aslan kaplan karanfil papatya menekse lale gul cicek kelebek yunus
  ekmek karpuz elma portakal cilek kiraz cay kahve baklava kebap lahmacun
  dalyan dalyandalyan dalyanadmin admindalyan dalyansifre akvaryum balik baliklar balikbalik balikci balikcilik balikciftligi ciftlik levrek cipura alabalik
  somon sazlik karides midye hamsi lufer palamut kalkan orkinos tuzlu tatlisu denizsuyu suurunleri yetistirici kulucka kuluckahane yemleme
  tank tanktank tanks tanklar sutanki watertank havuz terminal terminals terminaller sensor sensorler olcum alarm alarmlar
  aquaculture fishfarm fishfarming seabream seabass mussel hatchery
  p@ssword pa$$word contrasena qwertz qwertzuiop qwerty123qwerty zaq1zaq1 pass1234word foreverlove changemenow administrador adminadmin adminpass
  adminpassword rootroot toor superuser guestguest login loginlogin passphrase instagram whatsapp fortnite roblox postgres postgresql mysql mongodb raspberrypi
  arduino mosquitto thingsboard hello_world numberone correcthorsebatterystaple p@55w0rd adm1n adm!n 4dm1n r00t t3st abcdabcd abcabcabc`
    .split(/\s+/)
    .map(foldText),
)

const ROWS = [
  '01234567890123456789',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertyuiopgu',
  'asdfghjklsi',
  'zxcvbnmoc',
  'abcdefghijklmnopqrstuvwxyz',
]

/**
 * Whether a password is common: listed, listed with appended digits, one repeated part, or a run of keys.
 * @param listed the world's commonest passwords and words, in lower case.
 */
export function isCommonPassword(password: string, listed: ReadonlySet<string>): boolean {
  const forms = new Set([password.trim().toLowerCase(), foldText(password.trim())])
  const isListed = (text: string) => listed.has(text) || TURKISH_AND_TRADE.has(text)
  return [...forms].some((text) => {
    const word = text.replace(/[\d.!?*_#-]+$/, '')
    return isSimple(text) || isListed(text) || (word !== '' && (isSimple(word) || isListed(word)))
  })
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
  return text.length >= 3 && ROWS.some((row) => row.includes(text) || row.includes(backwards))
}
