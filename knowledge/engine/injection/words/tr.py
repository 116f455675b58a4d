"""Turkish word classes; inflected forms are listed."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, str]] = {
    "ignore": """
        unut, unutun, yok say, yoksay, görmezden gel, görmezden gelin, dikkate alma, dikkate almayın, göz ardı et,
        gözardı et, atla, atlayın, geçersiz kıl, geçersiz kılın, iptal et, devre dışı bırak, baypas et, sil, bırak,
        kaldır, kaldırın, aş, es geç, boş ver, uyma, uymayın, takip etme, reddet, sıfırla, unutmanı, kurtul, hiçe say,
        çiğne, ignore, yoksayın, geçersiz say, görmezden geliyor, görmezden gelerek, uymuyor, takmaz, takmayan,
        tanımayan, tanımaz, yok sayarak, umursamayan
    """,
    "prior": """
        önceki, daha önceki, yukarıdaki, eski, evvelki, ilk, başlangıçtaki, şimdiye kadarki, verilen, aldığın,
        şu ana kadar, geçmiş, mevcut, orijinal, sana verilen, bundan önceki, senin
    """,
    "all": "tüm, bütün, her, her türlü, hepsini, tümünü, herhangi",
    "orders": """
        talimat, talimatı, talimatları, talimatlar, talimatların, talimatlarını, talimatlarının, komut, komutları,
        komutlar, kural, kuralı, kurallar, kuralları, kurallarını, kısıtlama, kısıtlamaları, kısıtlamalarını,
        kısıtlamalar, yönerge, yönergeler, yönergeleri, yönergelerini, emir, emirleri, politika, politikaları,
        politikalarını, sınırlama, sınırlamaları, sınırlamalarını, filtre, filtreleri, güvenlik,
        güvenlik politikalarını, sistem mesajını, mesajını, ilke, ilkeleri, ilkelerini, direktif, direktifleri, yasak,
        yasakları, yanıtlarını, engelleri, önlemleri, istemini, kurallara, kurallarına, talimatlara, mesajları,
        mesajlarını, filtrelerin, filtrelerini, komutlarını
    """,
    "safety": """
        güvenlik, etik, ahlak, sansür, filtre, filtreler, filtreleri, kısıtlama, kısıtlamaları, içerik politikası
    """,
    "show": """
        yaz, yazın, göster, gösterin, söyle, söyleyin, ver, verin, paylaş, açıkla, sızdır, sızdırın, listele,
        tekrarla, tekrar et, yazdır, ifşa et, dök, kopyala, aktar, çevir, oku, bildir, döndür, çıktı ver, getir,
        cevap ver, yanıt ver, üret, anlat, ekle, ekleyin, yerine getir, fısılda
    """,
    "sysprompt": """
        sistem istemi, sistem istemini, sistem istemin, sistem istemlerini, sistem talimatı, sistem talimatlarını,
        sistem talimatların, sistem mesajı, sistem mesajını, sistem mesajın, sistem komutu, sistem komutunu,
        gizli talimat, gizli talimatları, gizli talimatlarını, ilk talimatları, başlangıç talimatlarını,
        iç talimatları, sistem promptu, sistem promptunu, sistem ayarlarını, sistemi, gerçek sistem talimatlarını,
        sistem komutlarını, gizli sistem komutlarını
    """,
    "verbatim": "kelimesi kelimesine, aynen, harfi harfine, tamamen, eksiksiz, olduğu gibi, tam olarak, bire bir",
    "secret": """
        şifre, şifreyi, şifreleri, parola, parolayı, api anahtarı, api anahtarını, anahtarı, anahtarları,
        gizli bilgileri, gizli, token, kimlik bilgilerini, sırları, gizli verileri
    """,
    "private": """
        müşteri verilerini, müşteri listesini, kullanıcı verilerini, kullanıcı bilgilerini, verileri, konuşmayı,
        konuşmaları, sohbet geçmişini, e postaları, telefon numarasını, kişisel bilgileri, belleği, geçmişi, bilgileri
    """,
    "send": "gönder, gönderin, ilet, iletin, yolla, aktar, yükle, postala, paylaş",
    "you": "sen, siz, sana, seni, sizi, senin, sensin, artık sen",
    "unbound": """
        sınırsız, kısıtlamasız, kısıtlama olmadan, sansürsüz, filtresiz, kuralsız, kısıtlaması olmayan,
        kısıtlaması yok, kuralı yok, kuralı yoktur, hiçbir kuralı, hiçbir kural, hiçbir kısıtlama, hiçbir sınır,
        sınırı yok, reddetmez, asla reddetmez, asla reddetme, asla reddetmeyeceksin, koşulsuz, koşulsuzca, engelsiz,
        özgürsün, limitsiz, etik olmayan, reddetme kalıbını, her isteği, hiçbir kuralı takmaz, kural tanımayan,
        tam yetkiyle, sansürsüz yanıt
    """,
    "jailbreak": """
        geliştirici modu, geliştirici modunu, dan, dan'sın, do anything now, yönetici modu, hata ayıklama modu,
        tanrı modu, jailbreak, kısıtlamasız mod, test modu, bakım modu
    """,
    "enable": """
        etkinleştirildi, etkin, aktif, etkinleştir, aç, açıldı, geç, geçildi, başlat, devreye girdi, aktifleştirildi
    """,
    "act_as": """
        gibi davran, rolünü oyna, rolü yap, taklit et, ol, gibi konuş, olarak davran, olarak cevap ver,
        olarak yanıt ver, rolüne gir, farz et, canlandır, sın, sin, artık
    """,
    "from_now": """
        bundan sonra, şu andan itibaren, bundan böyle, artık, şimdi, bu noktadan sonra, bugünden itibaren,
        şimdiden sonra
    """,
    "boss": """
        yönetici, geliştirici, geliştiriciler, geliştiriciden, sistem yöneticisi, admin, operatör, şirket, openai,
        root
    """,
    "from_me": """
        benden geliyor, benim sözümü dinle, sadece beni dinle, yalnızca beni dinle, ne söylersem, ne dersem,
        benim emirlerime, söylediklerimi yap, dediğimi yap, onu koşulsuz
    """,
    "voided": """
        geçersiz, iptal edildi, kaldırıldı, değişti, artık geçerli değil, geçerli değil, yürürlükten kalktı, silindi,
        sona erdi, devre dışı, iptal, geçersizdir
    """,
    "note": "not, dikkat, önemli, uyarı, sistem notu, acil, duyuru",
    "test": "test ediyor, test, deneme, testi geçmek, denetim",
    "begin": "diye başla, ile başla, başla, bitince, bittiğinde, sonunda, özet bittiğinde",
    "talk": """
        söylenen, söylenenleri, söylenenlerin, anlatılanları, anlatılanların, konuşmayı, konuşulanları, konuşulanların,
        öğrendiklerini, yazılanları, yazılanların, söylediklerini
    """,
    "not": "değil, sakın, hayır",
}
