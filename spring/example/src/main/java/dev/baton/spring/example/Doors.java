package dev.baton.spring.example;

import static org.springframework.security.config.Customizer.withDefaults;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** Decides who may open what: customers order, and the operators of the shop see Baton's dashboard. */
@Configuration(proxyBeanMethods = false)
class Doors {

    @Bean
    @Order(1)
    SecurityFilterChain dashboard(HttpSecurity http) {
        return http.securityMatcher("/baton", "/baton/**")
                .authorizeHttpRequests(requests -> requests.anyRequest().hasRole("OPERATOR"))
                .httpBasic(withDefaults())
                .csrf(csrf -> csrf.spa())
                .build();
    }

    @Bean
    @Order(2)
    SecurityFilterChain shop(HttpSecurity http) {
        return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .csrf(csrf -> csrf.disable())
                .build();
    }
}
